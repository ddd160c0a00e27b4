import { useId, useState } from 'react'
import type { AppSettings } from '../../../contract/index.ts'
import { languages } from '../../../contract/languages.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useWanted } from '../../client/use-wanted.ts'
import { shortcutText } from '../../lib/keys/shortcuts.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ChoiceGroup } from '../../ui/controls/choice-group.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { OptionRow, SwitchRow } from './option-row.tsx'
import { SettingsSection, type SectionProps } from './settings-section.tsx'

/** How long "typing" may be shown before a text, seconds. */
const typingChoices = [0, 2, 5, 10, 20] as const

/** Language, sending, the window, spelling, network. */
export function GeneralSection({ settings, info, update }: SectionProps) {
  const t = useTranslations()
  const { features, platform } = info
  const onlyDesktop = t('settings.onlyDesktop')
  const [store] = useContractCommand('settings.update')
  const { shown, want } = useWanted('settings.get', {})
  const spellCheck = shown('spellCheck', settings.spellCheck)
  const tick = (dictionary: string, on: boolean): void => {
    // A second dictionary may be ticked before the first one is stored.
    const next = on ? [...spellCheck, dictionary] : spellCheck.filter((other) => other !== dictionary)
    void want('spellCheck', next, () => store({ spellCheck: next }))
  }
  const ctrlEnter = shortcutText({ key: 'Enter', mod: true }).replace('↵', 'Enter')
  return (
    <SettingsSection name="general" title={t('settings.general')}>
      <OptionRow title={t('settings.language')}>
        <Select
          label={t('settings.language')}
          value={settings.language}
          options={[
            { value: 'system', label: t('settings.sameAsSystem') },
            ...languages.map(({ tag, name }) => ({ value: tag, label: name })),
          ]}
          onChange={(language) => update({ language })}
        />
      </OptionRow>
      <OptionRow
        title={t('settings.enter')}
        text={t(settings.enterSends ? 'settings.enterOtherLine' : 'settings.enterOtherSend', {
          keys: settings.enterSends ? 'Shift Enter' : ctrlEnter,
        })}
      >
        <ChoiceGroup
          label={t('settings.enter')}
          variant="segmented"
          value={settings.enterSends ? 'send' : 'line'}
          choices={[
            { value: 'send', label: t('settings.enterSend') },
            { value: 'line', label: t('settings.enterLine') },
          ]}
          onChange={(value) => update({ enterSends: value === 'send' })}
        />
      </OptionRow>
      <SwitchRow
        title={t('settings.undoSend')}
        text={t('settings.undoSendText')}
        checked={settings.undoSend}
        onChange={(undoSend) => update({ undoSend })}
      />
      <OptionRow title={t('settings.typing')} text={t('settings.typingText')}>
        <Select
          label={t('settings.typing')}
          value={settings.typingSeconds}
          options={typingChoices.map((seconds) => ({
            value: seconds as number,
            label: seconds === 0 ? t('settings.typingOff') : t('settings.typingFor', { seconds }),
          }))}
          onChange={(chosen) => {
            const typingSeconds = typingChoices.find((seconds) => seconds === chosen)
            if (typingSeconds !== undefined) update({ typingSeconds })
          }}
        />
      </OptionRow>
      <OptionRow title={t('settings.late')} text={t('settings.lateText')}>
        <Select
          label={t('settings.late')}
          value={settings.lateMessages}
          options={[
            { value: 'ask', label: t('settings.lateAsk') },
            { value: 'send', label: t('settings.lateSend') },
          ]}
          onChange={(lateMessages) => update({ lateMessages })}
        />
      </OptionRow>
      <OptionRow
        title={t('settings.close')}
        text={
          info.host === 'browser'
            ? t('settings.closeBrowser')
            : features.tray
              ? t('settings.closeText')
              : t('settings.closeNoTray')
        }
      >
        <Select
          label={t('settings.close')}
          value={features.tray && settings.closeToTray ? 'keep' : 'quit'}
          disabled={!features.tray}
          options={[
            { value: 'keep', label: t('settings.closeKeep') },
            { value: 'quit', label: t('settings.closeQuit') },
          ]}
          onChange={(value) => update({ closeToTray: value === 'keep' })}
        />
      </OptionRow>
      <SwitchRow
        title={t('settings.startAtLogin')}
        text={features.startAtLogin ? undefined : onlyDesktop}
        checked={features.startAtLogin && settings.startAtLogin}
        disabled={!features.startAtLogin}
        onChange={(startAtLogin) => update({ startAtLogin })}
      />
      {platform === 'darwin' && features.spellCheck ? (
        <SwitchRow
          title={t('settings.spell')}
          text={t('settings.spellMac')}
          checked={settings.spellCheck.length > 0}
          onChange={(on) => update({ spellCheck: on ? ['system'] : [] })}
        />
      ) : (
        <OptionRow
          title={t('settings.spell')}
          text={features.spellCheck ? t('settings.spellText') : t('settings.spellBrowser')}
        >
          {features.spellCheck &&
            languages.map(({ dictionary, name }) => (
              <Checkbox
                key={dictionary}
                label={name}
                checked={spellCheck.includes(dictionary)}
                onChange={(on) => tick(dictionary, on)}
              />
            ))}
        </OptionRow>
      )}
      <ProxyRow settings={settings} update={update} />
    </SettingsSection>
  )
}

function ProxyRow({ settings, update }: Pick<SectionProps, 'settings' | 'update'>) {
  const t = useTranslations()
  const id = useId()
  const { proxy } = settings
  const stored = JSON.stringify(proxy)
  /**
   * The choice and the letters of this window. `sentOver`: the setting that they replace; null: not sent yet; '':
   * another setting has come since.
   */
  const [own, setOwn] = useState<{ kind: AppSettings['proxy']['kind']; url: string; sentOver: string | null }>()
  // Afterwards the row follows the setting, which another window may change, and change back.
  if (own?.sentOver && own.sentOver !== stored) setOwn({ ...own, sentOver: '' })
  const shown = own !== undefined && (own.sentOver === null || own.sentOver === stored) ? own : proxy
  const wanted = shown.kind
  const url = 'url' in shown ? shown.url : (own?.url ?? '')
  const parsed = URL.parse(url)
  const valid = parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hostname !== ''
  const save = (): void => {
    if (!valid) return setOwn({ kind: 'url', url, sentOver: null })
    setOwn({ kind: 'url', url, sentOver: stored })
    update({ proxy: { kind: 'url', url: url.trim() } })
  }
  return (
    <>
      <OptionRow title={t('settings.proxy')} text={t('settings.proxyText')}>
        <Select
          label={t('settings.proxy')}
          value={wanted}
          options={[
            { value: 'system', label: t('settings.sameAsSystem') },
            { value: 'none', label: t('settings.proxyNone') },
            { value: 'url', label: t('settings.proxyUrl') },
          ]}
          onChange={(kind) => {
            if (kind === 'url') return save()
            setOwn({ kind, url, sentOver: stored })
            update({ proxy: { kind } })
          }}
        />
      </OptionRow>
      {wanted === 'url' && (
        <div className="opt is-sub">
          <div className="grow">
            <label className="vh" htmlFor={id}>
              {t('settings.proxyAddress')}
            </label>
            <input
              id={id}
              className="input mono"
              value={url}
              placeholder="http://proxy.example:3128"
              spellCheck={false}
              aria-invalid={url !== '' && !valid ? true : undefined}
              aria-describedby={`${id}-help`}
              onChange={(event) => setOwn({ kind: 'url', url: event.target.value, sentOver: null })}
              onBlur={() => shown !== proxy && save()}
              onKeyDown={(event) => event.key === 'Enter' && save()}
            />
            <p className={url !== '' && !valid ? 'help is-bad' : 'help'} id={`${id}-help`}>
              {t(url !== '' && !valid ? 'settings.proxyInvalid' : 'settings.proxyHelp')}
            </p>
          </div>
        </div>
      )}
    </>
  )
}
