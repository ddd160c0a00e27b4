// Loaded into a child with --import: when the process that started it is gone, even by SIGKILL, the child is asked to
// end.
const parent = process.ppid
const watching = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watching)
  process.kill(process.pid, 'SIGTERM')
}, 1000).unref()
