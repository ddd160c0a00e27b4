// Loaded into a child with --import: when the process that started it is gone, even by SIGKILL, the child ends too.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1000).unref()
