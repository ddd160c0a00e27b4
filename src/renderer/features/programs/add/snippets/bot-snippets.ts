import type { Snippet, SnippetFacts } from './snippet.ts'

/** Bots that use the service's own clients: the address and the token change, and nothing else. */
export const botSnippets = (facts: SnippetFacts): readonly Snippet[] => [
  { language: 'python', code: python(facts) },
  { language: 'node', code: node(facts) },
  { language: 'nodeV2', code: nodeV2(facts) },
  { language: 'php', code: php(facts) },
]

const python = ({ address, idInstance }: SnippetFacts): string => `# pip install whatsapp-api-client-python
import os
from whatsapp_api_client_python import API

bot = API.GreenAPI("${idInstance}", os.environ["SWITCHBOARD_KEY"],
                   host="${address}", media="${address}")

def on_event(type_webhook, body):
    print(type_webhook, flush=True)  # your own code

bot.webhooks.startReceivingNotifications(on_event)
`

const node = ({ address, idInstance }: SnippetFacts): string => `// npm install @green-api/whatsapp-api-client
import whatsAppClient from '@green-api/whatsapp-api-client'

const bot = whatsAppClient.restAPI({
  idInstance: '${idInstance}',
  apiTokenInstance: process.env.SWITCHBOARD_KEY,
  host: '${address}',
  media: '${address}',
})

// Your own code. An event that was not deleted comes again.
async function onEvent(event) {
  console.log(event.typeWebhook)
}

for (;;) {
  try {
    const notification = await bot.webhookService.receiveNotification()
    if (!notification) continue
    await onEvent(notification.body)
    await bot.webhookService.deleteNotification(notification.receiptId)
  } catch (error) {
    console.error(error.message)
    await new Promise((resolve) => setTimeout(resolve, 5000))
  }
}
`

const nodeV2 = ({ address, idInstance }: SnippetFacts): string => `// npm install @green-api/whatsapp-api-client-js-v2
import { GreenApiClient } from '@green-api/whatsapp-api-client-js-v2'

const client = new GreenApiClient({
  idInstance: ${idInstance},
  apiTokenInstance: process.env.SWITCHBOARD_KEY,
})
// This client has no setting for its address.
client.client.defaults.baseURL = '${address}/waInstance${idInstance}'

// Your own code. An event that was not deleted comes again.
async function onEvent(event) {
  console.log(event.typeWebhook)
}

for (;;) {
  try {
    const notification = await client.receiveNotification(5)
    if (!notification) continue
    await onEvent(notification.body)
    await client.deleteNotification(notification.receiptId)
  } catch (error) {
    console.error(error.message)
    await new Promise((resolve) => setTimeout(resolve, 5000))
  }
}
`

const php = ({ address, idInstance }: SnippetFacts): string => `<?php
// composer require green-api/whatsapp-api-client-php
require 'vendor/autoload.php';

use GreenApi\\RestApi\\GreenApiClient;

$bot = new GreenApiClient('${idInstance}', getenv('SWITCHBOARD_KEY'),
    '${address}', '${address}');

$bot->webhooks->startReceivingNotifications(function ($typeWebhook, $body) {
    echo $typeWebhook, PHP_EOL; // your own code
});
`
