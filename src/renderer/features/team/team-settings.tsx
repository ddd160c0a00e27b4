import './team.css'
import { useState, useRef } from 'react'
import { later } from '../../ui/later.tsx'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { useInstances } from '../../client/use-instances.ts'
import type { JoinedTeam } from '../../client/use-team.ts'
import { focusUnlessElsewhere } from '../../lib/keys/return-focus.ts'
import { useNumbers } from '../../lib/numbers.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { teamNoticeText } from '../../lib/team-notice-text.ts'
import { useTimes } from '../../lib/time/times.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { useTranslations, type Translate } from '../../lib/translations.ts'
import { Tag } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/marks/icon.tsx'
import { JoinTeamForm } from './join-team-form.tsx'
import { TeamMembers } from './team-members.tsx'
import { TeamReaders } from './team-readers.tsx'
import type { TeamTroubleState } from '../../../contract/team.ts'
import { errorText } from '../../lib/error-text.ts'
import { TextField } from '../../ui/controls/text-field.tsx'

const ChangePassphraseDialog = later(
  async () => (await import('./change-passphrase-dialog.tsx')).ChangePassphraseDialog,
)

/** The passphrase that seals the team's tokens: an administrator changes it, and everybody else enters it then. */
function TeamPassphrase({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const [changing, setChanging] = useState(false)
  if (team.notices.some(({ kind }) => kind === 'passphraseChanged')) return <EnterPassphrase />
  if (team.role !== 'administrator') return null
  return (
    <div className="opt">
      <div className="grow">
        <div className="t">{t('team.passphrase')}</div>
        <div className="d">{t('team.passphraseText')}</div>
      </div>
      <div className="opt-end">
        <Button size="compact" disabled={team.state !== 'live'} onClick={() => setChanging(true)}>
          {t('team.passphraseChange')}
        </Button>
      </div>
      {changing && <ChangePassphraseDialog onClose={() => setChanging(false)} />}
    </div>
  )
}

function EnterPassphrase() {
  const t = useTranslations()
  const field = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const [enter, { pending }] = useContractCommand('team.enterPassphrase', { errors: 'return' })
  const submit = async () => {
    const passphrase = field.current?.value ?? ''
    if (passphrase === '') return setError(t('team.passphraseEmpty'))
    const result = await enter({ passphrase })
    if (result.ok) return
    setError(result.error.code === 'passphraseWrong' ? t('team.passphraseWrong') : errorText(t, result.error.data))
    focusUnlessElsewhere(field.current?.form ?? null, field.current)
  }
  return (
    <form
      className="opt"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) void submit()
      }}
    >
      <div className="grow">
        <TextField
          ref={field}
          label={t('ui.passphrase.new')}
          name="passphrase"
          secret
          help={t('team.passphraseHelp')}
          error={error}
          onInput={() => setError(undefined)}
        />
      </div>
      <div className="opt-end">
        <Button size="compact" kind="primary" type="submit" busy={pending}>
          {t('team.passphraseEnter')}
        </Button>
      </div>
    </form>
  )
}

const LeaveTeamDialog = later(async () => (await import('./leave-team-dialog.tsx')).LeaveTeamDialog)

/** Settings, Team: joins a team, or shows the state of the joined one. */
export function TeamSettings() {
  const t = useTranslations()
  const { data: status } = useContractQuery('team.status', {})
  const { data: info } = useContractQuery('app.info', {})
  if (status === undefined) return <div aria-busy="true" />
  if (status.kind === 'none') return <JoinTeamForm />
  if (status.kind === 'locked') {
    return (
      <div className="opt">
        <div className="grow">
          <div className="t">{t('team.locked')}</div>
          <div className="d">{t('team.lockedText')}</div>
        </div>
        {info?.vault.state === 'locked' && (
          <Button size="compact" onClick={() => requestDialog({ kind: 'unlockVault' })}>
            {t('instances.action.unlock')}
          </Button>
        )}
      </div>
    )
  }
  return <Joined team={status} />
}

function Joined({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const [leaving, setLeaving] = useState(false)
  return (
    <>
      <Connection team={team} />
      <OwnName key={team.name} name={team.name} isLive={team.state === 'live'} />
      <TeamPassphrase team={team} />
      <Journal team={team} />
      {team.members.length > 0 && <TeamMembers team={team} />}
      <TeamReaders team={team} />
      <div className="opt">
        <div className="grow">
          <div className="t">{t('team.leave')}</div>
          <div className="d">{t('team.leaveText')}</div>
        </div>
        <div className="opt-end">
          <Button size="compact" kind="danger" onClick={() => setLeaving(true)}>
            {t('team.leaveButton')}
          </Button>
        </div>
      </div>
      {leaving && <LeaveTeamDialog team={team} onClose={() => setLeaving(false)} />}
    </>
  )
}

const stateTexts = { connecting: 'team.connecting', away: 'team.away', refused: 'team.stopped' } as const

/** The database and its state. */
function Connection({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const times = useTimes()
  const now = useNow()
  const [tryNow, trying] = useContractCommand('team.tryNow')
  const [takeOver, taking] = useContractCommand('team.takeOver')
  const instances = useInstances()
  const { state, trouble, database, isSecure, clockJump, isListening } = team
  const since = times.sentence(team.since, now)
  return (
    <>
      <div className="opt">
        <div className="grow">
          <div className="t">{t('team.database')}</div>
          <div className="d mono">{database}</div>
          {state === 'live' && !isListening && <div className="d">{t('team.noWakes')}</div>}
          {clockJump !== null && (
            <div className="d is-warn">
              {t('team.clockJump', {
                time: times.sentence(clockJump.at, now),
                seconds: Math.round(Math.abs(clockJump.ms) / 1000),
                way: clockJump.ms > 0 ? 'ahead' : 'back',
              })}
            </div>
          )}
        </div>
        <div className="opt-end">
          {state === 'live' ? (
            <Tag tone="ok">
              <Icon name="lock" size={14} />
              {t(isSecure === true ? 'team.secure' : 'team.thisComputer')}
            </Tag>
          ) : (
            <Tag tone="warn">{t(stateTexts[state], { since })}</Tag>
          )}
        </div>
      </div>
      {team.notices.map((notice) => {
        const { title, text } = teamNoticeText(t, notice, instances, (at) => times.sentence(at, now))
        return (
          <div className="opt team-trouble" role="status" key={notice.kind}>
            <Icon name="warning" />
            <div className="grow">
              <div className="t">{title}</div>
              <div className="d">{text}</div>
            </div>
          </div>
        )
      })}
      {trouble !== null && (
        <div className="opt team-trouble" role="status">
          <Icon name="warning" />
          <div className="grow">
            <div className="d">{troubleSentence(t, trouble)}</div>
            <div className="d">{t(state === 'refused' ? 'team.refusedNext' : 'team.awayNext')}</div>
          </div>
          <div className="opt-end">
            {trouble.kind === 'otherRun' && (
              <Button size="compact" busy={taking.pending} onClick={() => void takeOver({})}>
                {t('team.takeOver')}
              </Button>
            )}
            <Button size="compact" busy={trying.pending} onClick={() => void tryNow({})}>
              {t('team.tryNow')}
            </Button>
          </div>
        </div>
      )}
    </>
  )
}

function OwnName({ name, isLive }: { readonly name: string; readonly isLive: boolean }) {
  const t = useTranslations()
  const [text, setText] = useState(name)
  const [rename] = useContractCommand('team.rename')
  const save = (): void => {
    const typed = text.trim()
    if (typed === '') setText(name)
    else if (typed !== name) void rename({ name: typed }).then((result) => (result.ok ? undefined : setText(name)))
  }
  return (
    <div className="opt">
      <div className="grow">
        <div className="t" id="team-name">
          {t('team.yourName')}
        </div>
        <div className="d">{t('team.yourNameText')}</div>
      </div>
      <div className="opt-end">
        <input
          className="input team-name"
          aria-labelledby="team-name"
          maxLength={80}
          value={text}
          disabled={!isLive}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
          onKeyDown={(event) => event.key === 'Enter' && save()}
        />
      </div>
    </div>
  )
}

/** How much of the shared journal is here. Joining brings all of it, and the window can be used meanwhile. */
function Journal({ team }: { readonly team: JoinedTeam }) {
  const t = useTranslations()
  const numbers = useNumbers()
  const entries = team.instances.reduce((sum, row) => sum + row.entries, 0)
  const isKnown = team.instances.every((row) => row.isKnown)
  const backlog = team.instances.reduce((sum, row) => sum + row.backlog, 0)
  const here = entries - backlog
  return (
    <div className="opt">
      <div className="grow">
        <div className="t">{t('team.journal')}</div>
        <div className="d num">
          {!isKnown
            ? t('team.unknown')
            : backlog === 0
              ? t('team.journalAll', { entries })
              : t('team.journalSome', { here, entries })}
        </div>
        {backlog > 0 && (
          <progress className="team-progress" aria-label={t('team.bringing')} max={entries} value={here}>
            {numbers.percent(here / Math.max(1, entries))}
          </progress>
        )}
      </div>
      <div className="opt-end">{isKnown && <Tag>{t(backlog === 0 ? 'team.upToDate' : 'team.bringing')}</Tag>}</div>
    </div>
  )
}

/** Why the team's database can't be used, and what to do. */
const troubleSentence = (t: Translate, { kind, ...details }: TeamTroubleState): string =>
  errorText(t, { code: 'teamTrouble', details: { trouble: kind, ...details } })
