// Shell.
export function addShell(ctx, M) {
  const { journal, unsupported } = ctx
  M.shell = {
    openExternal: async (url, o) => {
      journal('openExternal', { url, options: o })
    },
    openPath: async (p) => {
      journal('openPath', { path: p })
      // On Linux the promise is dropped with the callback (platform_util_linux.cc).
      return process.platform === 'linux' ? new Promise(() => {}) : ''
    },
    showItemInFolder: (p) => journal('showItemInFolder', { path: p }),
    trashItem: async (p) => journal('trashItem', { path: p }),
    beep: () => journal('beep', {}),
    readShortcutLink: () => unsupported('shell.readShortcutLink'),
    writeShortcutLink: (p, op, o) => {
      journal('writeShortcutLink', { p, op, o })
      return true
    },
  }
}
