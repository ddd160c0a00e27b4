import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { cx } from '../../lib/text/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon, type IconName } from '../../ui/marks/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Announcement } from '../../ui/text/announcement.tsx'
import { dismissToast, useToastStore, type Toast } from '../../ui/overlays/toast-store.ts'
import type { NoticeEvent } from '../../../contract/events.ts'
import { useClient } from '../../client/client-context.tsx'

const icons: Readonly<Record<Toast['tone'], IconName>> = {
  plain: 'info',
  ok: 'okCircle',
  warn: 'warning',
  bad: 'alert',
}

/**
 * Toasts about what was just done: gone after 6 seconds, 12 with an action; a resting pointer or focus holds them,
 * unless the action is possible for a time only.
 */
export function Notices() {
  const t = useTranslations()
  const toasts = useToastStore((state) => state.toasts)
  const announced = useAnnouncedNotices()
  return (
    <>
      <section className="toasts" aria-label={t('ui.notifications')}>
        {toasts.map((toast) => (
          <ToastCard key={toast.key} toast={toast} />
        ))}
      </section>
      <Announcement {...announced} />
    </>
  )
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useTranslations()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { key, action, content, until } = toast
  const lasts = until === undefined ? (action ? 12_000 : 6000) : null
  useEffect(() => {
    timer.current = setTimeout(() => dismissToast(key), lasts ?? Math.max(0, (until ?? 0) - Date.now()))
    return () => clearTimeout(timer.current)
  }, [key, lasts, until])
  const hold = () => {
    if (lasts !== null) clearTimeout(timer.current)
  }
  const release = () => {
    if (lasts === null) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => dismissToast(key), lasts)
  }
  return (
    <div
      className={cx('toast', toast.tone !== 'plain' && `is-${toast.tone}`)}
      role={toast.tone === 'bad' ? 'alert' : 'status'}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <Icon name={icons[toast.tone]} />
      <span className="tx">
        {content.kind === 'words' ? t(content.wording.id, content.wording.values) : errorText(t, content.error)}
      </span>
      {action && (
        <Button
          kind="text"
          onClick={() => {
            dismissToast(key)
            action.run()
          }}
        >
          {t(action.wording.id, action.wording.values)}
        </Button>
      )}
      <IconButton icon="close" iconSize={14} size="compact" label={t('ui.dismiss')} onClick={() => dismissToast(key)} />
    </div>
  )
}

/** Tells a screen reader of messages in chats that are not open, and of instances that get into trouble. */
function useAnnouncedNotices(): ComponentProps<typeof Announcement> {
  const client = useClient()
  const t = useTranslations()
  const [{ notice, serial }, setNotice] = useState<{ readonly notice: NoticeEvent | null; readonly serial: number }>({
    notice: null,
    serial: 0,
  })
  useEffect(
    () =>
      client.onEvent((event) => {
        if (event.type === 'notice') setNotice((before) => ({ notice: event.notice, serial: before.serial + 1 }))
      }),
    [client],
  )
  return { text: notice === null ? '' : textOf(t, notice), serial }
}

function textOf(t: Translate, notice: NoticeEvent): string {
  switch (notice.kind) {
    case 'incoming':
      return t('notices.incoming', { title: notice.title, instance: notice.instanceName })
    case 'summary':
      return t('notices.summary', {
        messages: notice.messages,
        chats: notice.chats,
        instance: notice.instanceName,
      })
    case 'trouble':
      return t('notices.trouble', { instance: notice.instanceName })
    default:
      return ''
  }
}
