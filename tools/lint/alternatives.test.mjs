import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../process/programs.mjs'
import { projectRoot } from '../project-root.mjs'

const refused = {
  'two-acts': '{on ? <Button onClick={stop}>Stop</Button> : <Button onClick={close}>Close</Button>}',
  'at-a-place': '{on ? <><i /><Button onClick={stop} /></> : <><b /><Button onClick={close} /></>}',
  'a-submit': '{on ? <><Button onClick={back} /></> : <><Button type="submit" /></>}',
  'one-of-three': '{on ? <Button onClick={stop} /> : off ? <i /> : <Button onClick={close} />}',
  'a-condition-inside': '{on ? <p>{off && <button onClick={stop} />}</p> : <p>{on && <button onClick={close} />}</p>}',
}
const permitted = {
  keys: '{on ? <Button key="stop" onClick={stop} /> : <Button key="close" onClick={close} />}',
  'one-act': '{on ? <Button kind="primary" onClick={close} /> : <Button onClick={close} />}',
  'other-places': '{on ? <><Button onClick={stop} /><i /></> : <><i /><Button onClick={close} /></>}',
  'other-elements': '{on ? <Button onClick={stop} /> : <IconButton onClick={close} />}',
  'one-inside-another': '{on ? <Button onClick={stop} /> : <><Button onClick={close} /></>}',
}

let tree
beforeAll(() => {
  tree = mkdtempSync(path.join(os.tmpdir(), 'switchboard-alternatives-'))
  cpSync(path.join(projectRoot, 'tools/lint/alternatives.mjs'), path.join(tree, 'alternatives.mjs'))
  const rules = { jsPlugins: ['./alternatives.mjs'], rules: { 'alternatives/distinct': 'error' } }
  writeFileSync(path.join(tree, '.oxlintrc.json'), JSON.stringify(rules))
  mkdirSync(path.join(tree, 'src'))
  for (const [name, drawn] of Object.entries({ ...refused, ...permitted }))
    writeFileSync(path.join(tree, 'src', `${name}.tsx`), `export const View = () => <div>${drawn}</div>\n`)
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

test('a button that may become another one under the hand is refused, until the two have keys', () => {
  let output
  try {
    output = execFileSync(process.execPath, [program('oxlint'), '--format', 'json', 'src'], {
      cwd: tree,
      encoding: 'utf8',
    })
  } catch (error) {
    output = error.stdout
  }
  const found = JSON.parse(output).diagnostics.filter(({ code }) => code === 'alternatives(distinct)')
  expect(new Set(found.map(({ filename }) => path.basename(filename, '.tsx')))).toEqual(new Set(Object.keys(refused)))
})
