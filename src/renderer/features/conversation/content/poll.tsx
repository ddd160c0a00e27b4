import { PollContent } from '../bubble/poll-content.tsx'
import type { ContentView } from './content-view.ts'

export const poll: ContentView<'poll'> = {
  Bubble: ({ content, meta }) => <PollContent poll={content} meta={meta} />,
  copiedText: ({ question, options }) =>
    [question, ...options.map(({ name, votes }) => `- ${name} (${votes})`)].join('\n'),
  height: ({ options }) => 90 + options.length * 38,
}
