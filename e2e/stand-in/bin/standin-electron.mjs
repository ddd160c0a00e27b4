#!/usr/bin/env node
// Looks like the electron binary: standin-electron [flags] <app dir | main file> [args]. Visible when DISPLAY is set.
// ELECTRON_EXEC_PATH=<this file> lets `electron-vite dev|preview` start the app in the stand-in.
import fs from 'node:fs'
import path from 'node:path'
import { launch } from '../driver.mjs'
const argv = process.argv.slice(2)
const i = argv.findIndex((a) => !a.startsWith('-'))
const target = path.resolve(i < 0 ? '.' : argv[i])
const mainEntry = fs.statSync(target).isDirectory()
  ? path.join(target, JSON.parse(fs.readFileSync(path.join(target, 'package.json'), 'utf8')).main || 'index.js')
  : target
const ud = argv.find((a) => a.startsWith('--user-data-dir='))?.split('=')[1]
process.env.STANDIN_VERBOSE = '1'
const app = await launch({
  mainEntry,
  args: argv.filter((_, n) => n !== i),
  userDataDir: ud || process.env.STANDIN_USER_DATA,
  headless: !process.env.DISPLAY,
  network: process.env.STANDIN_NETWORK || 'loopback',
  waitReady: false,
})
if (process.env.STANDIN_JOURNAL) app.on('journal', (e) => process.stderr.write(JSON.stringify(e) + '\n'))
for (const s of ['SIGINT', 'SIGTERM']) process.on(s, () => app.close().catch(() => app.kill()))
const { code } = await app.exited
process.exit(code ?? 1)
