import type { Snippet, SnippetFacts } from './snippet.ts'

/** Scripts that keep one connection open, over which each event comes at once, and acknowledge what they have done. */
export const streamSnippets = (facts: SnippetFacts): readonly Snippet[] => [
  { language: 'shell', code: shell(facts) },
  { language: 'python', code: python(facts) },
  { language: 'node', code: node(facts) },
]

const shell = ({ address }: SnippetFacts): string => `#!/bin/sh
# Before you run it: export SWITCHBOARD_KEY=... (the key above)
ask() { printf 'Authorization: Bearer %s' "$SWITCHBOARD_KEY" | curl -fsSN -H @- "$@"; }

while :; do
  position=
  ask "${address}/v1/events/stream" | while IFS= read -r line; do
    case $line in
      'id: '*) position=\${line#id: } ;;
      'data: '*)
        printf '%s\\n' "\${line#data: }"  # your own command
        ask -H 'Content-Type: application/json' -d "{\\"position\\":\\"$position\\"}" \\
          "${address}/v1/events/ack" > /dev/null ;;
    esac
  done
  sleep 5
done
`

const python = ({ address }: SnippetFacts): string => `import json, os, time, urllib.request

ADDRESS = "${address}/v1/events"
HEADERS = {"Authorization": "Bearer " + os.environ["SWITCHBOARD_KEY"]}

# Your own code. If the script ends here, the same event comes again.
def handle(event):
    print(event["id"], event["body"]["typeWebhook"], flush=True)

def ask(path, body=None):
    headers = HEADERS if body is None else {**HEADERS, "Content-Type": "application/json"}
    return urllib.request.urlopen(urllib.request.Request(ADDRESS + path, body, headers), timeout=60)

while True:
    try:
        with ask("/stream") as stream:
            for line in stream:
                if not line.startswith(b"data: "):
                    continue
                event = json.loads(line[len(b"data: "):])
                if "gap" in event:
                    print(event["gap"]["events"], "events were deleted unread", flush=True)
                else:
                    handle(event)
                ask("/ack", json.dumps({"position": event["position"]}).encode()).close()
    except OSError as error:
        print(error, flush=True)
    time.sleep(5)
`

const node = ({ address }: SnippetFacts): string => `const address = '${address}/v1/events'
const headers = { authorization: \`Bearer \${process.env.SWITCHBOARD_KEY}\` }

// Your own code. If the script ends here, the same event comes again.
async function handle(event) {
  console.log(event.id, event.body.typeWebhook)
}

const acknowledge = (position) =>
  fetch(\`\${address}/ack\`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ position }),
  })

for (;;) {
  try {
    const response = await fetch(\`\${address}/stream\`, { headers })
    if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)
    let rest = ''
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + part).split('\\n')
      rest = lines.pop()
      for (const line of lines.filter((one) => one.startsWith('data: '))) {
        const event = JSON.parse(line.slice('data: '.length))
        if (event.gap) console.error(\`\${event.gap.events} events were deleted unread.\`)
        else await handle(event)
        await acknowledge(event.position)
      }
    }
  } catch (error) {
    console.error(error.message)
  }
  await new Promise((resolve) => setTimeout(resolve, 5000))
}
`
