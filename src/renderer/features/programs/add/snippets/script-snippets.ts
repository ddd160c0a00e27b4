import type { Snippet, SnippetFacts } from './snippet.ts'

/** Scripts that ask for events, as many lines of JSON. The next request acknowledges those before it. */
export const scriptSnippets = (facts: SnippetFacts): readonly Snippet[] => [
  { language: 'shell', code: shell(facts) },
  { language: 'python', code: python(facts) },
  { language: 'node', code: node(facts) },
]

const shell = ({ address }: SnippetFacts): string => `#!/bin/sh
# Before you run it: export SWITCHBOARD_KEY=... (the key above)
# Switchboard remembers how far the script has read.
after=
while :; do
  lines=$(printf 'Authorization: Bearer %s' "$SWITCHBOARD_KEY" |
    curl -fsS -H @- "${address}/v1/events?wait=30&after=$after") ||
    { [ $? -eq 22 ] && after=; sleep 5; continue; }
  [ -n "$lines" ] || continue
  printf '%s\\n' "$lines" | while IFS= read -r event; do
    printf '%s\\n' "$event"  # your own command
  done
  after=$(printf '%s\\n' "$lines" | tail -n 1 | sed -nE \\
    -e 's/^\\{"id":"[^"]*","position":"([^"]*)".*/\\1/p' \\
    -e 's/^\\{"gap":.*"position":"([^"]*)"\\}$/\\1/p')
done
`

const python = ({ address }: SnippetFacts): string => `import json, os, time, urllib.error, urllib.request

ADDRESS = "${address}/v1/events"
HEADERS = {"Authorization": "Bearer " + os.environ["SWITCHBOARD_KEY"]}

# Your own code. If the script ends here, the same event comes again.
def handle(event):
    print(event["id"], event["body"]["typeWebhook"], flush=True)

after = ""
while True:
    try:
        request = urllib.request.Request(f"{ADDRESS}?wait=30&after={after}", headers=HEADERS)
        with urllib.request.urlopen(request, timeout=60) as response:
            lines = [line for line in response.read().split(b"\\n") if line]
    except OSError as error:
        print(error, flush=True)
        if isinstance(error, urllib.error.HTTPError) and error.code in (409, 410):
            after = ""  # Switchboard remembers how far the script has read.
        time.sleep(5)
        continue
    for line in lines:
        event = json.loads(line)
        if "gap" in event:
            print(event["gap"]["events"], "events were deleted unread", flush=True)
        else:
            handle(event)
        after = event["position"]
`

const node = ({ address }: SnippetFacts): string => `const address = '${address}/v1/events'
const headers = { authorization: \`Bearer \${process.env.SWITCHBOARD_KEY}\` }
const pause = () => new Promise((resolve) => setTimeout(resolve, 5000))

// Your own code. If the script ends here, the same event comes again.
async function handle(event) {
  console.log(event.id, event.body.typeWebhook)
}

let after = ''
for (;;) {
  const response = await fetch(\`\${address}?wait=30&after=\${after}\`, { headers }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (!response?.ok || text === undefined) {
    console.error(response ? \`\${response.status} \${text}\` : 'Switchboard does not answer.')
    // Switchboard remembers how far the script has read.
    if (response?.status === 409 || response?.status === 410) after = ''
    await pause()
    continue
  }
  for (const line of text.split('\\n').filter(Boolean)) {
    const event = JSON.parse(line)
    if (event.gap) console.error(\`\${event.gap.events} events were deleted unread.\`)
    else await handle(event)
    after = event.position
  }
}
`
