import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'

export interface Nginx {
  readonly port: number
  stop(): Promise<void>
}

/**
 * A plain nginx on 127.0.0.1 in front of `target`, with its defaults and kept-alive connections. Undefined when there
 * is none on this machine.
 */
export async function startNginx(target: string): Promise<Nginx | undefined> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'switchboard-nginx-'))
  const port = await freePort()
  const config = path.join(dir, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; pid ${dir}/pid; error_log stderr crit; events {}
http {
  access_log off; client_body_temp_path ${dir}; proxy_temp_path ${dir}; fastcgi_temp_path ${dir}; uwsgi_temp_path ${dir}; scgi_temp_path ${dir};
  upstream service { server ${new URL(target).host}; keepalive 8; }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}
`,
  )
  // Debian keeps it where only root looks.
  const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` }
  const child = spawn('nginx', ['-p', dir, '-c', config], { stdio: ['ignore', 'ignore', 'inherit'], env })
  const started = await Promise.race([
    once(child, 'spawn').then(() => true),
    once(child, 'error').then(() => false),
  ]).catch(() => false)
  const clean = () => rm(dir, { recursive: true, force: true })
  if (!started) {
    await clean()
    return undefined
  }
  await listens(port)
  return {
    port,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await clean()
    },
  }
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listens(port: number): Promise<void> {
  for (let left = 100; ; left--) {
    const socket = net.connect(port, '127.0.0.1')
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (open) return
    if (left === 0) throw new Error('nginx does not listen')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
