import { useState } from 'react'
import type { StateChange, SteadyInstance } from '../../../contract/index.ts'
import { useContractCommand } from '../../client/use-contract-command.ts'
import { useContractQuery } from '../../client/use-contract-query.ts'
import { errorText } from '../../lib/error-text.ts'
import { requestDialog } from '../../lib/routing/dialog-requests.ts'
import { useQuestion } from '../../lib/use-question.ts'
import { useTranslations } from '../../lib/translations.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { InstanceTile } from '../../ui/marks/instance-tile.tsx'
import { PictureButton } from '../../ui/controls/picture-button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useTimes } from '../../lib/time/times.ts'
import { AccountSection } from './account-sections.tsx'
import { QuotaSection } from './quota-section.tsx'
import { accountStateText } from './state-text.ts'

/** The latest changes of the account's state, as the service recorded them. Read when the person asks. */
function StateHistory({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const times = useTimes()
  const [read, { pending }] = useContractCommand('account.readStates')
  const [states, setStates] = useState<readonly StateChange[] | null>(null)
  if (instance.absentOperations.includes('getStateInstanceHistory')) return null
  const show = async () => {
    const result = await read({ instance: instance.key })
    if (result.ok) setStates(result.value)
  }
  return (
    <section className="sect" aria-label={t('administration.states')}>
      <h3>{t('administration.states')}</h3>
      {states !== null && states.length === 0 && <p className="side-foot">{t('administration.states.none')}</p>}
      {states !== null && states.length > 0 && (
        <table className="states" aria-label={t('administration.states')}>
          <thead>
            <tr>
              <th scope="col">{t('administration.states.at')}</th>
              <th scope="col">{t('ui.state')}</th>
              <th scope="col">{t('details.phone')}</th>
            </tr>
          </thead>
          <tbody>
            {states.map(({ state, at, phone }, index) => (
              <tr key={index}>
                <td className="num">{at === null ? t('administration.unknown') : times.dateTime(at)}</td>
                <td>
                  <bdi>{accountStateText(t, state.slice(0, 100))}</bdi>
                </td>
                <td className="num">
                  <bdi>{phone.slice(0, 40)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button size="compact" busy={pending} onClick={() => void show()}>
        {t(states === null ? 'administration.states.read' : 'ui.readAgain')}
      </Button>
    </section>
  )
}

/** The account: its picture, the service's facts about it, its quotas, its token. */
export function AccountTab({ instance }: { readonly instance: SteadyInstance }) {
  const t = useTranslations()
  const of = { instance: instance.key }
  const { data: account } = useContractQuery('account.state', of)
  const { data: info } = useContractQuery('app.info', {})
  const [setPicture, { pending }] = useContractCommand('account.setPicture')
  const [refreshPicture] = useContractCommand('media.refreshOwnAvatar', { errors: 'ignore' })
  const [change, changing] = useContractCommand('account.changeToken', { errors: 'return' })
  const [asked, ask, close] = useQuestion<true>()
  const [problem, setProblem] = useState<string | null>(null)
  const lacks = (operation: string) => instance.absentOperations.includes(operation)
  const take = async (picture: string) => {
    const result = await setPicture({ ...of, picture })
    if (!result.ok) return
    showToast('administration.account.pictureSet', { values: { name: instance.name } })
    void refreshPicture(of)
  }
  const changeToken = async () => {
    const result = await change(of)
    close()
    setProblem(result.ok ? null : errorText(t, result.error.data))
    if (result.ok) showToast('administration.token.changed', { values: { name: instance.name } })
  }
  const stays = account?.tokenStays ?? null
  return (
    <div className="i-tab i-account scroll" tabIndex={0} role="group" aria-label={t('administration.tab.account')}>
      <AccountSection instance={instance} />
      <section className="sect">
        <h3>{t('administration.account.picture')}</h3>
        <div className="i-row">
          <InstanceTile
            name={instance.name}
            initials={instance.initials}
            colour={instance.colour}
            size={40}
            picture={instance.avatar === null ? undefined : { ref: instance.avatar, label: instance.name }}
          />
          {lacks('setProfilePicture') ? (
            <span className="muted">{t('administration.notOffered')}</span>
          ) : (
            <PictureButton
              label={t('administration.account.setPicture')}
              busy={pending}
              onPicture={(picture) => void take(picture)}
            />
          )}
          <small className="muted">{t('administration.account.pictureText')}</small>
        </div>
      </section>
      <QuotaSection instance={instance} />
      <section className="sect" aria-label={t('instances.token')}>
        <h3>{t('instances.token')}</h3>
        {account !== undefined && account.token !== 'certain' && (
          <Banner
            tone={account.token === 'lost' || account.token === 'unstored' ? 'bad' : 'warn'}
            icon="key"
            title={t(`administration.token.${account.token}`)}
            urgent
          />
        )}
        {problem !== null && <Banner tone="bad" icon="alert" title={problem} urgent />}
        <p className="side-foot">
          {t(
            lacks('updateApiToken')
              ? 'administration.token.absent'
              : stays === 'notStored'
                ? 'error.tokenNotStored'
                : stays === 'missing'
                  ? 'administration.token.missing'
                  : 'administration.token.text',
          )}
        </p>
        <div className="i-row">
          {stays === 'notStored' && info?.vault.backend === 'memory' && (
            <Button size="compact" kind="primary" icon="lock" onClick={() => requestDialog({ kind: 'setPassphrase' })}>
              {t('instances.passphrase.keep')}
            </Button>
          )}
          <Button
            size="compact"
            icon="key"
            blocked={lacks('updateApiToken') || stays !== null}
            onClick={() => ask(true)}
          >
            {t('administration.token.change')}
          </Button>
        </div>
      </section>
      <StateHistory instance={instance} />
      {asked && (
        <ConfirmDialog
          title={t('administration.token.title', { name: instance.name })}
          text={t('administration.token.confirm')}
          confirm={t('administration.token.change')}
          danger
          busy={changing.pending}
          onConfirm={() => void changeToken()}
          onClose={close}
        />
      )}
    </div>
  )
}
