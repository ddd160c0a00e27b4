import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { compileMessages } from './tools/compile-messages.mjs'

// Main, the browser host, the two store workers and the maintenance program are ES modules; the sandboxed preload must be one CommonJS
// file that requires nothing but electron; all three hold their libraries, so a package ships no node_modules. The renderer holds no inline script or style, because its CSP would block them.
export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      lib: {
        entry: {
          index: 'src/main/index.ts',
          web: 'src/web/index.ts',
          'store-worker': 'src/core/store-worker.ts',
          'reader-worker': 'src/core/reader-worker.ts',
          'store-maintenance': 'src/core/store-maintenance.ts',
          'certificates-worker': 'src/main/certificates-worker.ts',
        },
      },
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
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
    plugins: [compileMessages(), react()],
    build: {
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Kept as written: light-dark() has to follow the color-scheme of the element that uses it.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
})
