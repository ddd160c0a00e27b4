// Dialog.
export function addDialog(ctx, M) {
  const { journal } = ctx
  const answers = []
  ctx.trigger['dialog:answer'] = (a) => {
    answers.push(a)
  }
  const isScripted = (method) => answers.some((a) => !a.method || a.method === method)
  const answer = (method, options, dflt) => {
    const i = answers.findIndex((a) => !a.method || a.method === method)
    const a = i >= 0 ? answers.splice(i, 1)[0].result : dflt
    journal('dialog', { method, options, answer: a, scripted: i >= 0 })
    return a
  }
  const two = (a) => (a.length > 1 || a[0]?.webContents ? [a[0], a[1] || {}] : [null, a[0] || {}])
  M.dialog = {
    showOpenDialog: async (...a) => answer('showOpenDialog', two(a)[1], { canceled: true, filePaths: [] }),
    showOpenDialogSync: (...a) => {
      const r = answer('showOpenDialog', two(a)[1], { canceled: true })
      return r.canceled ? undefined : r.filePaths
    },
    showSaveDialog: async (...a) => answer('showSaveDialog', two(a)[1], { canceled: true, filePath: '' }),
    showSaveDialogSync: (...a) => answer('showSaveDialog', two(a)[1], { filePath: '' }).filePath,
    showMessageBox: async (...a) => {
      const o = two(a)[1]
      // Nobody answers it: it stays until the program takes it away.
      if (o.signal && !isScripted('showMessageBox')) {
        journal('dialog', { method: 'showMessageBox', options: o })
        await new Promise((resolve) => o.signal.addEventListener('abort', resolve, { once: true }))
        journal('dialog', { method: 'showMessageBox', taken: true })
        return { response: o.cancelId ?? 0, checkboxChecked: false }
      }
      return answer('showMessageBox', o, { response: o.cancelId ?? 0, checkboxChecked: false })
    },
    showMessageBoxSync: (...a) => {
      const o = two(a)[1]
      return answer('showMessageBox', o, { response: o.cancelId ?? 0 }).response
    },
    showErrorBox: (title, content) => {
      journal('dialog', { method: 'showErrorBox', options: { title, content } })
      process.stderr.write(`showErrorBox: ${title}: ${content}\n`)
    },
    showCertificateTrustDialog: async () => {},
  }
}
