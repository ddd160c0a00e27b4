import { projectRoot } from '../project-root.mjs'

/**
 * How Vite bundles the command line into one file without dependencies.
 * @param {{ outDir: string, target: string, file: string }} options target as Vite names it
 */
export const commandLineBuild = ({ outDir, target, file }) => ({
  root: projectRoot,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: 'src/cli/index.ts',
    outDir,
    emptyOutDir: true,
    target,
    // Its start is mostly reading it.
    minify: true,
    rolldownOptions: { output: { entryFileNames: file, codeSplitting: false } },
  },
})
