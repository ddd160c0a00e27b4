// Shell.
export function addShell(ctx, M) {
  const { journal, unsupported } = ctx
  M.shell = {
    openExternal: async (url, o) => {
      journal('openExternal', { url, options: o })
    },
    openPath: async (p) => {
      journal('openPath', { path: p })
      return ''
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
