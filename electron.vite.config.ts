import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { asciiScripts } from './tools/build/ascii-scripts.mjs'
import { chunksOfFirstPicture } from './tools/build/chunks-of-first-picture.mjs'
import { compileMessages } from './tools/build/compile-messages.mjs'
import { orderStyleSheets } from './tools/build/order-style-sheets.mjs'

/** The demo's pictures and sounds beside the program that serves them. */
const demoMedia = {
  name: 'demo-media',
  writeBundle: () => cpSync('src/emulator/media/assets', 'out/main/assets', { recursive: true }),
}

// Main, the browser host, its workers, the maintenance program and the demo's service are ES modules; the sandboxed
// preload must be one CommonJS file that requires nothing but electron; all three hold their libraries, so a package
// ships no node_modules. The renderer holds no inline script or style, because its CSP would block them.
export default defineConfig({
  main: {
    plugins: [demoMedia, asciiScripts()],
    build: {
      externalizeDeps: false,
      lib: {
        entry: {
          index: 'src/main/index.ts',
          web: 'src/web/index.ts',
          // A module: end-to-end tests run several hosts in a process of theirs.
          'web-host': 'src/web/web-host.ts',
          'store-worker': 'src/core/workers/store-worker.ts',
          'reader-worker': 'src/core/workers/reader-worker.ts',
          'store-maintenance': 'src/core/workers/store-maintenance.ts',
          'backup-worker': 'src/core/workers/backup-worker.ts',
          'demo-service': 'src/emulator/demo-service.ts',
          'certificates-worker': 'src/main/system/certificates-worker.ts',
        },
      },
      rolldownOptions: {
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      lib: { entry: 'src/preload/index.ts' },
      rolldownOptions: { output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src/renderer',
    // The page has the address of the program, whose scheme says nothing of the server's.
    server: { ws: { protocol: 'ws', host: 'localhost' } },
    plugins: [compileMessages(), react(), orderStyleSheets()],
    build: {
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Kept as written: light-dark() has to follow the color-scheme of the element that uses it.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: {
        // Absolute: with a relative one Vite's development server finds no dependencies to prepare.
        input: path.resolve('src/renderer/index.html'),
        output: { codeSplitting: { groups: [chunksOfFirstPicture()] } },
      },
    },
  },
})
