import { createRequire } from 'node:module'
import path from 'node:path'
import configuration from '../../electron-builder.config.ts'
import { projectRoot } from '../project-root.mjs'

const require = createRequire(import.meta.url)

/**
 * The files that a package for a platform (`linux`, `mac`, `windows`) would hold, relative to the project, as
 * electron-builder's own matchers choose them: the program's and, unless told otherwise, those of its production
 * dependencies, for which npm is asked. Nothing is packed and nothing is downloaded.
 */
export async function packedFiles(platform, { dependencies = true } = {}) {
  const { AppInfo, Packager, Platform } = require('app-builder-lib')
  const { getMainFileMatchers } = require('app-builder-lib/out/fileMatcher.js')
  const { computeFileSets, computeNodeModuleFileSets } = require('app-builder-lib/out/util/appFileCopier.js')
  const packager = new Packager({ projectDir: projectRoot, config: structuredClone(configuration) })
  await packager.validateConfig()
  // What its build() does next; the rest of that would download the runtime.
  packager._appInfo = new AppInfo(packager, null)
  const helper = await packager.createHelper(Platform.fromString(platform))
  const to = path.join(projectRoot, 'dist', 'app')
  const outDir = path.join(projectRoot, packager.config.directories.output)
  const matchers = getMainFileMatchers(
    packager.appDir,
    to,
    (text) => text,
    helper.platformSpecificBuildOptions,
    helper,
    outDir,
    false,
  )
  const [main] = matchers
  const sets = [
    ...(await computeFileSets(matchers, null, helper, false)),
    ...(dependencies ? await computeNodeModuleFileSets(helper, main) : []),
  ]
  return sets
    .flatMap(({ files, metadata }) => files.filter((file) => metadata.get(file)?.isFile() ?? true))
    .map((file) => path.relative(projectRoot, file).split(path.sep).join('/'))
    .toSorted()
}
