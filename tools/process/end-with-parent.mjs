// Loaded by run.mjs, and into its children with --import: when the process that started this one is gone, even by
// SIGKILL, this one is asked to end.
const parent = process.ppid
const watching = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watching)
  process.kill(process.pid, 'SIGTERM')
}, 1000).unref()
