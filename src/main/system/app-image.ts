import path from 'node:path'

/**
 * The file of the AppImage that this program runs from; undefined: it runs from none. Programs that are started from
 * the terminal of another AppImage inherit its variables, so they count only if our executable lies in the mount.
 */
export function ownAppImage(
  { APPIMAGE: image, APPDIR: mount }: NodeJS.ProcessEnv = process.env,
  execPath = process.execPath,
): string | undefined {
  if (process.platform !== 'linux' || !image || !mount) return undefined
  const inMount = path.relative(mount, execPath)
  return inMount.startsWith('..') || path.isAbsolute(inMount) ? undefined : image
}
