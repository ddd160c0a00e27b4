import { z } from 'zod'
import type { InstanceKey } from '../../../contract/ids.ts'
import { createRerun } from '../../base/create-rerun.ts'
import { readStored } from '../../base/rules/stored-json.ts'
import { createProgramId } from '../identity/rules/program-key.ts'
import { readSharedSettings } from '../identity/rules/shared-settings.ts'
import type { SharedWebhook, TeamWebhooks, WebhookTeam } from '../../sharing/shared-webhooks.ts'
import type { ProgramDirectory } from '../identity/program-directory.ts'
import type { ProgramsBase } from '../programs-base.ts'
import type { WebhookSecrets, WholeSecret } from './webhook-secrets.ts'

/** What the team keeps of a secret, sealed: together with the address that it is for. */
const sealedSecret = z.object({
  id: z.string(),
  url: z.string(),
  signing: z.object({ current: z.string(), previous: z.string().nullable(), previousUntil: z.number() }),
  authorization: z.string(),
})

export const sealSecret = (team: WebhookTeam, id: string, url: string, secret: WholeSecret): string =>
  team.seal(JSON.stringify({ id, url, ...secret }))

/** Null: it is sealed with another passphrase, or for another webhook or address. */
function openSecret(team: WebhookTeam, id: string, url: string, sealed: string): WholeSecret | null {
  const opened = readStored(team.unseal(sealed), sealedSecret, null)
  if (opened?.id !== id || opened.url !== url) return null
  const { signing, authorization } = opened
  return { signing, authorization }
}

/** Keeps what this desk has of the team's webhooks like the team's database. */
export interface TeamWebhookSync {
  /** Reads the team's webhooks. Calls at one time share an end, and each sees what was there when it began. */
  run(): Promise<void>
}

export function createTeamWebhookSync({
  store,
  directory,
  secrets,
  port,
  isDelivering,
  load,
}: Pick<ProgramsBase, 'store'> & {
  readonly directory: ProgramDirectory
  readonly secrets: WebhookSecrets
  readonly port: TeamWebhooks
  /** This desk moves the cursor itself. */
  readonly isDelivering: (webhook: string, instance: InstanceKey) => boolean
  /** Reads the programs anew. */
  readonly load: () => Promise<void>
}): TeamWebhookSync {
  const ofTeam = () =>
    directory.list().flatMap((program) => (program.team === null ? [] : [{ ...program, team: program.team }]))

  /** Names the secret that this desk has by then; null: none that fits. */
  const holdSecret = async (team: WebhookTeam, row: SharedWebhook, id: string, url: string): Promise<string | null> => {
    const known = ofTeam().find((program) => program.team.id === row.id)
    const held = known?.team.heldSecret === row.secretId && known.webhook?.url === url ? row.secretId : null
    const sealed = await team.webhookSecret(row.id)
    const opened = sealed === null ? null : openSecret(team, row.id, url, sealed)
    // It was sealed anew with a passphrase that is not entered here yet, and is the same.
    if (opened === null) return held
    return secrets.hold({ id }, opened).then(
      () => row.secretId,
      () => held,
    )
  }

  const read = async () => {
    const team = port.current()
    if (team === null) return
    const rows = await team.webhooks()
    const programs = ofTeam()
    const changed = rows.filter(({ id, n, settings, secretId }) => {
      const known = programs.find((program) => program.team.id === id)
      if (settings === null) return known !== undefined
      return known === undefined || known.team.n !== n || known.team.heldSecret !== secretId
    })
    const webhooks = []
    for (const row of changed) {
      const settings = row.settings === null ? null : readSharedSettings(row.settings)
      if (settings === null || row.secretId === null) continue
      const known = programs.find((program) => program.team.id === row.id)
      const id = known?.id ?? createProgramId()
      const { name, state, version, n, round, secretId } = row
      const heldSecret = await holdSecret(team, row, id, settings.webhook.url)
      webhooks.push({ id, team: row.id, name, settings, state, version, n, round, secretId, heldSecret })
    }
    const gone = changed.filter(({ settings }) => settings === null).map(({ id }) => id)
    const isOther = webhooks.some(({ team: id, n, heldSecret }) => {
      const known = programs.find((program) => program.team.id === id)
      return known?.team.n !== n || known.team.heldSecret !== heldSecret
    })
    if (isOther || gone.length > 0) await store.write('programs.takeTeam', { webhooks, gone })
    const lacking = programs.filter(({ team: { id, version } }) => version > 0 && !rows.some((row) => row.id === id))
    if (lacking.length > 0)
      await store.write('programs.missInTeam', { teams: lacking.map((program) => program.team.id) })
    let isChanged = isOther || gone.length > 0 || lacking.length > 0
    isChanged = (await takeCursors(team, rows)) || isChanged
    const keys = new Map([...team.shared()].map(([key, shared]) => [shared, key] as const))
    for (const { id } of rows.filter(({ settings }) => settings !== null)) {
      if (!changed.some((row) => row.id === id) && !missing.has(id)) continue
      const letters = (await team.webhookLetters(id)).flatMap(({ instance, ...letter }) => {
        const key = keys.get(instance)
        return key === undefined ? [] : [{ ...letter, instance: key }]
      })
      const left = await store.write('programs.takeLetters', { team: id, letters })
      if (left > 0) missing.add(id)
      else missing.delete(id)
      isChanged = true
    }
    if (isChanged) await load()
    await uploadStops(team, rows)
  }
  /** Letters of events that are not applied here yet come with a later look. */
  const missing = new Set<string>()

  const takeCursors = async (team: WebhookTeam, rows: readonly SharedWebhook[]): Promise<boolean> => {
    const cursors = await team.webhookCursors()
    const found = new Map(cursors.map(({ webhook, instance, n }) => [`${webhook} ${instance}`, n]))
    const taken: { team: string; instance: InstanceKey; n: number }[] = []
    for (const { id, settings } of rows) {
      if (settings === null) continue
      for (const [instance, shared] of team.shared()) {
        if (!isDelivering(id, instance)) taken.push({ team: id, instance, n: found.get(`${id} ${shared}`) ?? 0 })
      }
    }
    return taken.length > 0 && store.write('programs.takeCursors', { cursors: taken })
  }

  /** An endpoint said here that it is gone: that holds for the team. */
  const uploadStops = async (team: WebhookTeam, rows: readonly SharedWebhook[]) => {
    if (team.role === 'viewer') return
    for (const { state, team: known } of ofTeam()) {
      const row = rows.find(({ id }) => id === known.id)
      if (state === 'stopped' && row?.state === 'active' && row.version === known.version)
        await team.setWebhookState(known.id, 'stopped', known.version)
    }
  }

  return { run: createRerun(read) }
}
