import '../../../ui/text/code.css'
import { useState } from 'react'
import { copyText } from '../../../lib/text/copy-text.ts'
import { useTranslations } from '../../../lib/translations.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ChoiceGroup } from '../../../ui/controls/choice-group.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import type { Snippet, SnippetLanguage } from './snippets/snippet.ts'

export interface CodeSnippetsProps {
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
export function CodeSnippets({ title, snippets }: CodeSnippetsProps) {
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
        <Button
          size="compact"
          icon="copy"
          onClick={() => void copyText(shown.code).then((isCopied) => isCopied && showToast('ui.copied'))}
        >
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
