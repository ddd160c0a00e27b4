import { useState } from 'react'
import type { InstanceKey, ProgramKey, ProgramProtocol, WebhookSettings } from '../../../../contract/index.ts'
import { useContractQuery } from '../../../client/use-contract-query.ts'
import { useInstances } from '../../../client/use-instances.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Select } from '../../../ui/controls/select.tsx'
import { addressOf } from '../program-facts.ts'
import { SecretBox } from '../secret-box.tsx'
import type { NewProgram } from './new-program.ts'
import { assistantSnippets } from './snippets/assistant-snippets.ts'
import { botSnippets } from './snippets/bot-snippets.ts'
import { scriptSnippets } from './snippets/script-snippets.ts'
import { receiverPortOf, type Snippet, type SnippetFacts, type SnippetLanguage } from './snippets/snippet.ts'
import { streamSnippets } from './snippets/stream-snippets.ts'
import { webhookSnippets } from './snippets/webhook-snippets.ts'
import { useNumbers } from '../../../lib/numbers.ts'
import { useTimes } from '../../../lib/time/times.ts'
import { cx } from '../../../lib/text/class-names.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import { troubleText } from '../trouble-text.ts'
import '../../../ui/text/code.css'
import { copyText } from '../../../ui/copy-text.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'

interface CodeSnippetsProps {
  readonly title: string
  readonly snippets: readonly Snippet[]
}

/** Names of languages are the same in every language. */
const names: Readonly<Record<SnippetLanguage, string>> = {
  python: 'Python',
  node: 'Node',
  nodeV2: 'Node (js-v2)',
  php: 'PHP',
  shell: 'Shell',
  claude: 'Claude Desktop',
  vsCode: 'VS Code',
  cursor: 'Cursor',
}

/** Code in the languages that there are, with a button that copies it. */
function CodeSnippets({ title, snippets }: CodeSnippetsProps) {
  const t = useTranslations()
  const [language, setLanguage] = useState<SnippetLanguage | undefined>(snippets[0]?.language)
  const shown = snippets.find((snippet) => snippet.language === language) ?? snippets[0]
  if (shown === undefined) return null
  return (
    <>
      <div className="snip-head">
        <span className="lbl">{title}</span>
        <ChoiceGroup
          label={t('settings.language')}
          variant="segmented"
          value={shown.language}
          choices={snippets.map((snippet) => ({ value: snippet.language, label: names[snippet.language] }))}
          onChange={setLanguage}
        />
        <Button size="compact" icon="copy" onClick={() => void copyText(shown.code)}>
          {t('programs.copyCode')}
        </Button>
      </div>
      <div className="code" tabIndex={0} role="region" aria-label={title}>
        <pre className="code-pre">
          {piecesOf(shown.code, shown.language).map(({ text, kind }, index) =>
            kind === null ? (
              text
            ) : (
              <span key={index} className={kind}>
                {text}
              </span>
            ),
          )}
        </pre>
      </div>
    </>
  )
}

interface Piece {
  readonly text: string
  /** Class of the design: comment, string, keyword. */
  readonly kind: 'c' | 's' | 'k' | null
}

const strings = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`
const keywords = {
  node: 'import|from|const|let|async|await|function|for|if|else|try|catch|continue|return|new|throw|of',
  php: 'require|use|new|function|foreach|as|if|echo|exit',
  python: 'import|from|def|for|in|if|else|while|try|except|with|as|class|return|not|and|or|True|None|continue|pass',
  shell: 'while|do|done|case|in|esac|continue',
  json: 'true|false|null',
} as const

const patternOf = (keywordPattern: string, comment: string, more = ''): RegExp =>
  new RegExp(`(?<s>${strings}${more})|(?<c>${comment})|(?<![.\\w])(?<k>${keywordPattern})\\b`, 'gm')

const patterns: Readonly<Record<SnippetLanguage, RegExp>> = {
  node: patternOf(keywords.node, String.raw`\/\/.*$`, '|`[^`]*`'),
  nodeV2: patternOf(keywords.node, String.raw`\/\/.*$`, '|`[^`]*`'),
  php: patternOf(keywords.php, String.raw`\/\/.*$`),
  python: patternOf(keywords.python, '#.*$'),
  shell: patternOf(keywords.shell, String.raw`(?<=^|\s)#.*$`),
  claude: patternOf(keywords.json, '(?!)'),
  vsCode: patternOf(keywords.json, '(?!)'),
  cursor: patternOf(keywords.json, '(?!)'),
}

/** Splits code where its colour changes. */
function piecesOf(code: string, language: SnippetLanguage): readonly Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { 0: text, index, groups } of code.matchAll(patterns[language])) {
    if (index > end) pieces.push({ text: code.slice(end, index), kind: null })
    pieces.push({ text, kind: groups?.['c'] ? 'c' : groups?.['s'] ? 's' : 'k' })
    end = index + text.length
  }
  return [...pieces, { text: code.slice(end), kind: null }]
}

interface AutomationSettingsProps {
  readonly protocol: ProgramProtocol
  readonly webhook: WebhookSettings
  readonly hasAuthorization: boolean
}

/** Settings for n8n; its own words stay English, as in its window. */
function AutomationSettings({ protocol, webhook, hasAuthorization }: AutomationSettingsProps) {
  const t = useTranslations()
  const path = URL.parse(webhook.url)?.pathname.replace(/^\/(?:webhook(?:-test)?\/)?/, '') ?? ''
  const rows: readonly (readonly [name: string, value: string])[] =
    protocol === 'webhook'
      ? [
          [t('programs.n8n.node'), 'Webhook'],
          ['HTTP Method', 'POST'],
          ['Path', path],
          ['Authentication', hasAuthorization ? 'Header Auth (Authorization)' : 'None'],
          ['Respond', 'When Last Node Finishes'],
        ]
      : [
          [t('programs.n8n.node'), 'SSE Trigger'],
          ['URL', t('programs.n8n.addressAbove')],
        ]
  return (
    <>
      <div className="snip-head">
        <span className="lbl">{t('programs.n8n')}</span>
      </div>
      <dl className="kv kv-wide p-settings">
        {rows.map(([name, value]) => (
          <div key={name} className="kv-row">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="help">{t(protocol === 'webhook' ? 'programs.n8n.webhookText' : 'programs.n8n.streamText')}</p>
    </>
  )
}

export interface ReadyStepProps {
  readonly draft: NewProgram
  readonly port: number
  readonly program: ProgramKey
  readonly programKey: string | null
  readonly secret: string | null
  readonly onCopied: () => void
}

/**
 * Steps for a person at the program's side: the key or secret, shown once, and code or settings that work as pasted.
 */
export function ReadyStep({ draft, port, program, programKey, secret, onCopied }: ReadyStepProps) {
  const t = useTranslations()
  const instances = useInstances()
  const { commandLine = 'switchboardctl.mjs', dataDir = '' } = useContractQuery('app.info', {}).data ?? {}
  const { protocol, purpose, scope, webhook } = draft
  const reached = instances.filter(({ key }) => scope.instances === null || scope.instances.includes(key))
  const [chosen, setChosen] = useState<InstanceKey | null>(null)
  const instance = reached.find(({ key }) => key === chosen) ?? reached[0]
  const address = addressOf(port)
  const facts: SnippetFacts = {
    address,
    idInstance: instance?.idInstance ?? '',
    receiverPort: receiverPortOf(webhook.url),
  }
  const isAutomation = purpose === 'automation'
  const isStreamOfTool = isAutomation && protocol === 'stream'
  const streamAddress = `http://key:${programKey ?? ''}@${address.slice('http://'.length)}/v1/events/stream`
  return (
    <>
      {secret !== null && <SecretBox kind="secret" value={secret} onCopied={onCopied} />}
      {programKey !== null && (
        <SecretBox
          kind={isStreamOfTool ? 'address' : 'key'}
          value={isStreamOfTool ? streamAddress : programKey}
          onCopied={onCopied}
        />
      )}
      {protocol === 'queue' && (
        <dl className="kv kv-wide">
          <dt>{t('instances.apiUrl')}</dt>
          <dd className="mono">{address}</dd>
          <dt>{t('instances.mediaUrl')}</dt>
          <dd className="mono">{address}</dd>
          <dt>{t('instances.idInstance')}</dt>
          <dd>
            {reached.length > 1 && instance !== undefined ? (
              <Select<InstanceKey>
                label={t('programs.instance')}
                value={instance.key}
                options={reached.map(({ key, name, idInstance }) => ({ value: key, label: `${idInstance} ${name}` }))}
                onChange={setChosen}
              />
            ) : (
              <>
                <code>{instance?.idInstance}</code> <span className="muted">{instance?.name}</span>
              </>
            )}
          </dd>
          <dt>{t('instances.token')}</dt>
          <dd>{t('programs.keyAbove')}</dd>
        </dl>
      )}
      {isAutomation ? (
        <AutomationSettings protocol={protocol} webhook={webhook} hasAuthorization={draft.authorization !== ''} />
      ) : (
        <CodeSnippets
          title={t(`programs.snippet.${purpose === 'assistant' ? purpose : protocol}`)}
          snippets={
            purpose === 'assistant'
              ? assistantSnippets(facts, { commandLine, dataDir, programKey: programKey ?? '' })
              : protocol === 'queue'
                ? botSnippets(facts)
                : protocol === 'webhook'
                  ? webhookSnippets(facts)
                  : protocol === 'jsonl'
                    ? scriptSnippets(facts)
                    : streamSnippets(facts)
          }
        />
      )}
      <FirstContact program={program} name={draft.name.trim()} webhook={protocol === 'webhook' ? webhook : null} />
    </>
  )
}

interface FirstContactProps {
  readonly program: ProgramKey
  readonly name: string
  /** null: the program connects by itself. */
  readonly webhook: WebhookSettings | null
}

/** Waits for the first contact of a new program, and says what came of it. */
function FirstContact({ program, name, webhook }: FirstContactProps) {
  const t = useTranslations()
  const times = useTimes()
  const numbers = useNumbers()
  const details = useContractQuery('programs.details', { program }).data
  const call = details?.calls[0]
  const isRefused = call !== undefined && call.outcome !== 'delivered'
  const contactAt = details?.lastContactAt ?? null
  if (webhook !== null && call !== undefined) {
    const { trouble, durationMs, at } = call
    return (
      <p className={cx('listen', trouble === null ? 'is-ok' : 'is-bad')} role="status">
        <Icon name={trouble === null ? 'okCircle' : 'alert'} />
        <span>
          {trouble === null
            ? t(call.event === null ? 'programs.first.test' : 'programs.first.event', {
                time: times.seconds(at),
                duration: numbers.duration(Math.round(durationMs)),
              })
            : t('programs.first.failed', {
                time: times.seconds(at),
                reason: troubleText(t, numbers, trouble, webhook.timeoutMs),
              })}
        </span>
      </p>
    )
  }
  if (webhook === null && isRefused && call.trouble !== null) {
    return (
      <p className="listen is-bad" role="status">
        <Icon name="alert" />
        <span>{troubleText(t, numbers, call.trouble, 0)}</span>
      </p>
    )
  }
  if (webhook === null && contactAt !== null) {
    return (
      <p className="listen is-ok" role="status">
        <Icon name="okCircle" />
        <span>{t('programs.first.connectedAt', { name, time: times.seconds(contactAt) })}</span>
      </p>
    )
  }
  return (
    <p className="listen" role="status">
      <Icon name={webhook === null ? 'sending' : 'info'} {...(webhook === null ? { className: 'spin' } : {})} />
      <span>{t(webhook === null ? 'programs.first.waiting' : 'programs.first.untested', { name })}</span>
    </p>
  )
}
