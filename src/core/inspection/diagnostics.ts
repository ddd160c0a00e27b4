import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CoreHandlers } from '../../contract/index.ts'
import { anyRequest } from '../../contract/requests.ts'
import type { InspectionBase } from './inspection-base.ts'
import type { InstanceRuntime } from '../accounts/instance-runtime.ts'
import type { Tokens } from '../accounts/tokens.ts'
import { exportName, type ExportFiles } from '../hosting/export-files.ts'
import { logDirectory } from '../logging/create-logger.ts'
import type { HostInfo } from '../base/ports.ts'
import type { RequestLog } from './request-log.ts'

export interface DiagnosticsDeps extends Pick<InspectionBase, 'dataDir' | 'store' | 'instances' | 'clock' | 'vault'> {
  readonly host: HostInfo
  readonly tokens: Tokens
  readonly requestLog: RequestLog
  readonly files: ExportFiles
  /** Removes every known token from a text. */
  readonly scrub: (text: string) => string
}

const recentRequests = 200
const logLines = 400
const line = '\n────────────────────\n'

/**
 * The support bundle (text): versions, settings, instances, recent log and requests. People, texts and ids of chats are
 * not in it: requests are told without their bodies. Shown before it is saved.
 */
export function createDiagnosticsHandlers(deps: DiagnosticsDeps): Pick<CoreHandlers, 'diagnostics.bundle'> {
  const { dataDir, store, instances, clock, vault, tokens, host, requestLog, files, scrub } = deps

  const instanceLine = async (runtime: InstanceRuntime) => {
    const row = runtime.row()
    const { kind, since, retryAt, text } = runtime.connection.state()
    return {
      instance: row.key,
      idInstance: masked(row.idInstance),
      host: new URL(row.apiUrl).host,
      family: row.family,
      prefix: row.prefix,
      mode: row.mode,
      connection: {
        kind,
        since: time(since),
        ...(retryAt === undefined ? {} : { retryAt: time(retryAt) }),
        ...(text === undefined ? {} : { text }),
      },
      authorization: runtime.connection.authorization(),
      // The raw state, and when settings and account were read.
      accountState: runtime.connection.reportedState(),
      settingsReadAt: row.settingsAt === null ? null : time(row.settingsAt),
      accountReadAt: row.accountAt === null ? null : time(row.accountAt),
      historySyncProgress: row.historySyncProgress,
      quota: row.quota === null ? null : { operation: row.quota.operation, reportedAt: time(row.quota.reportedAt) },
      heldAtService: row.openAccepted,
      absentOperations: Object.keys(row.absentOperations),
      limits: row.limits,
      clockOffsetMs: row.clockOffsetMs,
      switches: switchesOf(row.settings),
      needAttention: row.needAttention,
      // A change of the token that was cut short, so that it is not known yet which of two works.
      tokenUncertain: await tokens.previous(row.key).then(
        (before) => before !== null,
        () => 'the vault did not say',
      ),
    }
  }

  const requestLines = async (): Promise<readonly string[]> => {
    const { rows } = await requestLog.ask('requests.list', {
      filter: anyRequest,
      before: null,
      upTo: null,
      limit: recentRequests,
    })
    return rows.map((row) => {
      const outcome = row.errorKind === null ? 'ok' : row.errorKind
      const times = `wait ${Math.round(row.limiterMs)} + ${Math.round(row.totalMs - row.limiterMs)} ms`
      return `${time(row.startedAt)} #${row.instance ?? '-'} ${row.method} ${row.operation} ${row.status ?? '-'} ${outcome} ${times} attempt ${row.attempt} (${row.purpose})`
    })
  }

  return {
    async 'diagnostics.bundle'(_, { signal }) {
      const settings = await store.read('settings.get', undefined, { signal })
      const counts = await store.read('storage.counts', undefined, { signal })
      // A proxy's address may hold a password.
      const proxy = settings.proxy.kind === 'url' ? { kind: 'url' } : settings.proxy
      const versions = { ...host, node: process.versions.node, sqlite: process.versions['sqlite'], arch: process.arch }
      const sections = [
        `Switchboard support bundle, ${time(clock.now())}`,
        `Program\n${json(versions)}`,
        `Vault\n${json(vault.status())}`,
        `Settings\n${json({ ...settings, proxy })}`,
        `Store\n${json({ state: store.state(), maintenance: store.maintenance(), bytes: store.bytes(), ...counts })}`,
        `Instances\n${json(await Promise.all(instances.list().map(instanceLine)))}`,
        `Requests, newest first\n${(await requestLines().catch(() => ['The request log could not be read.'])).join('\n')}`,
        `Log\n${await logTail(dataDir)}`,
      ]
      const text = scrub(`${sections.join(line)}\n`)
      const singlePiece = async function* () {
        yield { text, rows: sections.length }
      }
      const file = { fileName: exportName('Switchboard support', clock.now(), 'txt'), mimeType: 'text/plain' }
      return { text, file: await files.write(file, singlePiece(), signal) }
    },
  }
}

const json = (value: unknown): string => JSON.stringify(value, null, 2)
const time = (at: number): string => new Date(at).toISOString()
/** Enough digits to distinguish accounts, too few to call them. */
const masked = (id: string): string => `${id.slice(0, 4)}…${id.slice(-2)}`

/** Notification kinds and the pace; never addresses or tokens of a webhook. */
function switchesOf(settings: Readonly<Record<string, unknown>> | null): Readonly<Record<string, unknown>> | null {
  if (settings === null) return null
  const plain = Object.entries(settings).filter(
    ([name, value]) =>
      typeof value === 'number' || (typeof value === 'string' && /^(?:yes|no)$/.test(value) && name !== ''),
  )
  return {
    ...Object.fromEntries(plain),
    webhookSet: typeof settings['webhookUrl'] === 'string' && settings['webhookUrl'] !== '',
  }
}

async function logTail(dataDir: string): Promise<string> {
  const text = await readFile(join(logDirectory(dataDir), 'switchboard.log'), 'utf8').catch(() => '')
  return text.trimEnd().split('\n').slice(-logLines).join('\n')
}
