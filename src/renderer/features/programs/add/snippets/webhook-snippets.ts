import type { Snippet, SnippetFacts } from './snippet.ts'

/** Receivers that check the signature, its age, and answer 2xx once the event is saved. */
export const webhookSnippets = (facts: SnippetFacts): readonly Snippet[] => [
  { language: 'node', code: node(facts) },
  { language: 'python', code: python(facts) },
  { language: 'php', code: php(facts) },
]

const node = ({ receiverPort }: SnippetFacts): string => `import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from(process.env.SWITCHBOARD_SECRET.slice('whsec_'.length), 'base64')
const sign = (id, time, body) =>
  'v1,' + createHmac('sha256', key).update(\`\${id}.\${time}.\`).update(body).digest('base64')
const same = (a, b) => a.length === b.length && timingSafeEqual(a, b)

// Your own code. The same id can arrive twice.
async function saveEvent(id, event) {
  console.log(id, event.typeWebhook)
}

createServer(async (request, response) => {
  const chunks = await request.toArray().catch(() => undefined)
  if (chunks === undefined) return // It broke off, and comes again.
  const body = Buffer.concat(chunks)
  const id = request.headers['webhook-id'] ?? ''
  const time = request.headers['webhook-timestamp'] ?? ''
  const given = (request.headers['webhook-signature'] ?? '').split(' ')
  const wanted = Buffer.from(sign(id, time, body))
  const isGenuine = given.some((one) => same(Buffer.from(one), wanted))
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < 300
  if (!isGenuine || !isRecent) return response.writeHead(401).end()
  try {
    await saveEvent(id, JSON.parse(body.toString()))
    response.writeHead(204).end()
  } catch (error) {
    // Switchboard sends the event again.
    console.error(error)
    response.writeHead(500).end()
  }
}).listen(${receiverPort}, '127.0.0.1')
`

const python = ({ receiverPort }: SnippetFacts): string => `import base64, hashlib, hmac, json, os, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

key = base64.b64decode(os.environ["SWITCHBOARD_SECRET"][len("whsec_"):])

# Your own code. The same id can arrive twice.
def save_event(event_id, event):
    print(event_id, event["typeWebhook"], flush=True)

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        event_id = self.headers.get("webhook-id", "")
        sent_at = self.headers.get("webhook-timestamp", "")
        signed = f"{event_id}.{sent_at}.".encode() + body
        digest = hmac.new(key, signed, hashlib.sha256).digest()
        wanted = b"v1," + base64.b64encode(digest)
        given = self.headers.get("webhook-signature", "").split(" ")
        is_genuine = any(hmac.compare_digest(one.encode(), wanted) for one in given)
        is_recent = sent_at.isdigit() and abs(time.time() - int(sent_at)) < 300
        if not (is_genuine and is_recent):
            return self.answer(401)
        try:
            save_event(event_id, json.loads(body))
            self.answer(204)
        except Exception as error:
            print(error, flush=True)
            self.answer(500)  # Switchboard sends the event again.

    def answer(self, status):
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass

ThreadingHTTPServer(("127.0.0.1", ${receiverPort}), Receiver).serve_forever()
`

const php = ({ receiverPort }: SnippetFacts): string => `<?php
// To try it: php -S 127.0.0.1:${receiverPort} receiver.php
$key = base64_decode(substr(getenv('SWITCHBOARD_SECRET'), strlen('whsec_')));
$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$time = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));

$isGenuine = false;
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $given) {
    $isGenuine = hash_equals($wanted, $given) || $isGenuine;
}
if (!$isGenuine || abs(time() - (int) $time) > 300) {
    http_response_code(401);
    exit;
}

// Your own code. The same id can arrive twice. Any answer other than 2xx is tried again.
$isSaved = file_put_contents('events.jsonl', json_encode([$id, json_decode($body)]) . PHP_EOL, FILE_APPEND | LOCK_EX);
http_response_code($isSaved === false ? 500 : 204);
`
