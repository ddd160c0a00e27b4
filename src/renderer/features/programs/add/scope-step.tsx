import type { ContractError } from '../../../../contract/errors.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { TextField } from '../../../ui/controls/text-field.tsx'
import { KeyEndField } from '../form/key-end-field.tsx'
import { RightsFields } from '../form/rights-fields.tsx'
import { isScopeUsable, ScopeFields } from '../form/scope-fields.tsx'
import { WebhookFields } from '../form/webhook-fields.tsx'
import { protocolsOf } from '../program-facts.ts'
import { TimeFields } from '../time-fields.tsx'
import type { NewProgram } from './new-program.ts'

export interface ScopeStepProps {
  readonly draft: NewProgram
  /** This person may add a program for the team. */
  readonly mayBeOfTeam: boolean
  readonly onChange: (draft: NewProgram) => void
  /** Why it was not added. */
  readonly error: ContractError | null
}

const ownerText = ({ protocol, ofTeam }: NewProgram) =>
  protocol === 'webhook'
    ? ofTeam
      ? 'programs.owner.teamText'
      : 'programs.owner.deskText'
    : ofTeam
      ? 'programs.owner.teamKeyText'
      : 'programs.owner.deskKeyText'

/** The name of a program, how it gets its events, which ones, and from when on. */
export function ScopeStep({ draft, mayBeOfTeam, onChange, error }: ScopeStepProps) {
  const t = useTranslations()
  const { purpose, protocol, name, scope, webhook, authorization, keyExpiresAt, beginsEarlier } = draft
  const set = (part: Partial<NewProgram>): void => onChange({ ...draft, ...part })
  const wording = error === null ? undefined : errorText(t, error.data)
  const isOfName = error?.code.startsWith('programName') ?? false
  const isOfAddress = error?.code === 'webhookAddress' || (error?.code === 'badInput' && protocol === 'webhook')
  const protocols = protocolsOf[purpose]
  return (
    <div className="form">
      <TextField
        label={t('ui.name')}
        value={name}
        maxLength={200}
        placeholder={t(`programs.example.${purpose}`)}
        error={isOfName ? wording : undefined}
        autoFocus
        onChange={(event) => set({ name: event.target.value })}
      />
      {protocols.length > 1 && (
        <div>
          <span className="lbl" aria-hidden="true">
            {t('programs.protocol')}
          </span>
          <ChoiceGroup
            label={t('programs.protocol')}
            variant="segmented"
            value={protocol}
            choices={protocols.map((value) => ({ value, label: t(`programs.protocol.${value}`) }))}
            onChange={(value) => set({ protocol: value })}
          />
          <p className="help">{t(`programs.protocolText.${protocol}`)}</p>
        </div>
      )}
      {mayBeOfTeam && (
        <div>
          <span className="lbl" aria-hidden="true">
            {t('programs.owner')}
          </span>
          <ChoiceGroup
            label={t('programs.owner')}
            variant="segmented"
            value={draft.ofTeam ? 'team' : 'desk'}
            choices={[
              { value: 'desk', label: t('programs.owner.desk') },
              { value: 'team', label: t('programs.owner.team') },
            ]}
            onChange={(value) => set({ ofTeam: value === 'team' })}
          />
          <p className="help">{t(ownerText(draft))}</p>
        </div>
      )}
      {protocol === 'webhook' && (
        <WebhookFields
          webhook={webhook}
          onChange={(changed) => set({ webhook: changed })}
          authorization={authorization}
          onAuthorization={(changed) => set({ authorization: changed ?? '' })}
          mayHaveAuthorization={false}
          error={isOfAddress ? wording : undefined}
        />
      )}
      <ScopeFields scope={scope} onChange={(changed) => set({ scope: changed })} />
      <RightsFields value={draft.permissions} onChange={(permissions) => set({ permissions })} />
      <div className="p-some">
        <div className="p-some-head">
          <span className="lbl" aria-hidden="true">
            {t('programs.begins')}
          </span>
          <ChoiceGroup
            label={t('programs.begins')}
            variant="segmented"
            value={beginsEarlier ? 'time' : 'now'}
            choices={[
              { value: 'now', label: t('programs.beginsNow') },
              { value: 'time', label: t('programs.beginsAt') },
            ]}
            onChange={(value) => set({ beginsEarlier: value === 'time' })}
          />
        </div>
        {beginsEarlier && (
          <TimeFields
            day={draft.day}
            clock={draft.clock}
            onDay={(day) => set({ day })}
            onClock={(clock) => set({ clock })}
          />
        )}
      </div>
      {protocol !== 'webhook' && <KeyEndField value={keyExpiresAt} onChange={(at) => set({ keyExpiresAt: at })} />}
      {!isScopeUsable(scope) && (
        <p className="help is-bad" role="alert">
          {t('programs.nothingPasses')}
        </p>
      )}
      {wording !== undefined && !isOfName && !isOfAddress && (
        <p className="help is-bad" role="alert">
          {wording}
        </p>
      )}
    </div>
  )
}
