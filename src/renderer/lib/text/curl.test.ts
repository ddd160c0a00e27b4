import { expect, test } from 'vitest'
import type { SteadyInstance } from '../../../contract/instances.ts'
import { curlCommand, operationAddress } from './curl.ts'

test('a body with quotes, line breaks and shell words stays one argument', () => {
  const body = JSON.stringify({ message: 'it\'s $(date) `x` \n"ok"' })
  expect(
    curlCommand({ method: 'POST', url: 'https://api.example.com/v3/waInstance1/sendMessage/API_TOKEN', body }),
  ).toBe(
    `curl -X POST \\
  'https://api.example.com/v3/waInstance1/sendMessage/API_TOKEN' \\
  -H 'Content-Type: application/json' \\
  -d '{"message":"it'\\''s $(date) \`x\` \\n\\"ok\\""}'`,
  )
})

test('a call without a body says nothing of one', () => {
  expect(curlCommand({ method: 'GET', url: 'https://a.example/x' })).toBe("curl -X GET \\\n  'https://a.example/x'")
})

test.each([
  ['v3', 'https://api.example/v3/waInstance11/getMessage/API_TOKEN?minutes=5'],
  ['whatsapp', 'https://api.example/waInstance11/getMessage/API_TOKEN?minutes=5'],
] as const)('the address of an operation has the path of the family %s', (family, address) => {
  const instance = { apiUrl: 'https://api.example', idInstance: '11', family } as SteadyInstance
  expect(operationAddress(instance, 'getMessage', '?minutes=5')).toBe(address)
})
