import { expect, test } from 'vitest'
import { viewBody } from './error-text.ts'

test.each([
  ['<html><head><title>502 Bad\n Gateway</title></head><body>nginx</body></html>', '502 Bad Gateway'],
  ['<TITLE lang="en">Busy</TITLE>', 'Busy'],
  // Without a whole title, all that is text.
  ['<title>Half <b>of one</b></title><p>Later</p>', 'Half of one Later'],
  ['<html><body><h1>Gone</h1><script>const x = "<p>no</p>"</script><p>Try again</p></body></html>', 'Gone Try again'],
  ['<html><title>Error</title><body><pre>Cannot GET /x</pre></body></html>', 'Error Cannot GET /x'],
  ['<html><style>p { color: red }</style>Hello', 'Hello'],
  ['<html><script>never ends', ''],
  ['<html', '<html'],
  ['<title', '<title'],
])('the page %j says "%s"', (page, text) => {
  expect(viewBody(page)).toMatchObject({ form: 'html', text })
})

test.each([
  ['', 'empty', ''],
  [' \n', 'empty', ''],
  ['Bad Request\n', 'text', 'Bad Request'],
  ['"groupId not found "', 'json', 'groupId not found'],
  ['{"message":"one","error":"two"}', 'json', 'one'],
  ['{"reason":"three","error":"two"}', 'json', 'three'],
  ['{"error":"two"}', 'json', 'two'],
  ['{"status":false,"data":{"reason":"already_registered"}}', 'json', 'already_registered'],
  ['{"status":"fail"}', 'json', 'fail'],
  ['[1]', 'json', ''],
])('the body %j has the form "%s" and says "%s"', (body, form, text) => {
  expect(viewBody(body)).toMatchObject({ form, text })
})

test('a text is cut at a thousand characters, in whatever form it came', () => {
  const long = 'x'.repeat(5000)
  const bodies = [long, JSON.stringify(long), JSON.stringify({ message: long }), `<html><title>${long}</title>`]
  expect(bodies.map((body) => viewBody(body).text.length)).toEqual([1000, 1000, 1000, 1000])
})
