import './overlay.css'
import { Dialog as Base } from '@base-ui/react/dialog'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { cx } from '../../lib/text/class-names.ts'
import { giveHeldTyping } from '../../lib/keys/hold-typing.ts'
import { useReturnFocus } from '../../lib/keys/return-focus.ts'
import { typeOn } from '../../lib/keys/typed-ahead.ts'
import { useTranslations } from '../../lib/translations.ts'
import { IconButton } from '../controls/icon-button.tsx'

export interface DialogProps {
  readonly title: string
  /** Words before the title for screen readers, where the title changes while the dialog stays. */
  readonly titlePrefix?: string | undefined
  /** A small line above the title, for example "Step 1 of 3". */
  readonly step?: string
  readonly text?: ReactNode
  /** Escape, the close button, and a click beside it while nothing was typed. */
  readonly onClose: () => void
  readonly children?: ReactNode
  /** Buttons at the right; `footStart` is at the left. */
  readonly actions?: ReactNode
  readonly footStart?: ReactNode
  readonly wide?: boolean
  /** The element that has the focus first; else the first control. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Makes the dialog a form: Enter and the submit button call it. */
  readonly onSubmit?: () => void
  /** False while something runs that must not be lost by a click beside the dialog. */
  readonly dismissable?: boolean
  readonly className?: string
  /** False leaves the window behind it in reach; a click beside it closes it. */
  readonly modal?: boolean
  /**
   * The dialog opens by an answer that came later, maybe while the person types: typed text goes on to where it went
   * before, and no control has the focus until the person moves to one.
   */
  readonly unasked?: boolean
}

/** A modal dialog; it is open as long as it is rendered. Import it from lazily loaded files only: it is heavy. */
export function Dialog({
  title,
  titlePrefix,
  step,
  text,
  onClose,
  children,
  actions,
  footStart,
  wide = false,
  initialFocus,
  onSubmit,
  dismissable = true,
  className,
  modal = true,
  unasked = false,
}: DialogProps) {
  const t = useTranslations()
  const returnFocus = useReturnFocus()
  const popup = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (unasked ? typeOn(() => popup.current) : undefined), [unasked])
  const body = useRef<HTMLDivElement>(null)
  // A click beside a form must take neither what was typed into it nor the focus.
  const [isTypedInto, setTypedInto] = useState(false)
  // The first control of the body, not the close button.
  const firstControl = (): HTMLElement | true =>
    body.current?.querySelector<HTMLElement>('input, select, textarea, button, [tabindex="0"]') ?? true
  const inside = (
    <>
      <div className="d-head">
        <div className="grow">
          {step !== undefined && <p className="stepno">{step}</p>}
          <Base.Title>
            {titlePrefix !== undefined && <span className="vh">{titlePrefix}: </span>}
            {title}
          </Base.Title>
          {text && <Base.Description>{text}</Base.Description>}
        </div>
        <IconButton icon="close" label={t('ui.close')} onClick={onClose} />
      </div>
      {children && (
        <div className="d-body" ref={body}>
          {children}
        </div>
      )}
      {(actions || footStart) && (
        <div className="d-foot">
          {footStart}
          <div className="end">{actions}</div>
        </div>
      )}
    </>
  )
  return (
    <Base.Root
      open
      modal={modal}
      onOpenChange={(open) => !open && onClose()}
      disablePointerDismissal={(modal && !dismissable) || isTypedInto}
    >
      <Base.Portal>
        {modal && <Base.Backdrop className="scrim" onMouseDown={(event) => event.preventDefault()} />}
        <div className="dialog-at">
          <Base.Popup
            className={cx('dialog', wide && 'is-wide', className)}
            ref={popup}
            initialFocus={unasked ? popup : (initialFocus ?? firstControl)}
            finalFocus={returnFocus}
            onFocus={giveHeldTyping}
          >
            {onSubmit ? (
              <form
                className="d-form"
                noValidate
                onInput={() => setTypedInto(true)}
                onSubmit={(event) => {
                  event.preventDefault()
                  onSubmit()
                }}
              >
                {inside}
              </form>
            ) : (
              inside
            )}
          </Base.Popup>
        </div>
      </Base.Portal>
    </Base.Root>
  )
}
