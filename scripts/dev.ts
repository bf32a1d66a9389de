import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'vite'

/**
 * `npm run dev`: the demo school from its sources. The browser applies a changed screen, style or text at once. The
 * server runs behind Vite, on the next port, and restarts when one of its files changes.
 */
const port = Number(process.env['PORT'] ?? 3000)
const serverPort = port + 1

const publicFiles = readdirSync('web/public').map(name => `/${name}`)
/** True for what Vite serves to the browser: sources, packages, and its own modules. */
const isSource = (url: string): boolean =>
  /^\/(?:@|web\/|contract\/|rules\/|node_modules\/)/.test(url) || publicFiles.includes(url)
/** True for addresses of the server that are not screens. */
const isServers = (url: string): boolean =>
  /^\/(?:files|mailbox|demo|emulator|auth|healthz|readyz|metrics|\.well-known|robots\.txt|sitemap\.xml)\b/.test(url)

const web = await createServer({
  server: {
    port,
    strictPort: true,
    host: process.env['HOST'] ?? 'localhost',
    proxy: {
      '^/': {
        target: `http://localhost:${serverPort}`,
        bypass: ({ url = '/', headers }) => {
          if (isSource(url)) return url
          return headers['sec-fetch-dest'] === 'document' && !isServers(url) ? '/index.html' : undefined
        },
      },
    },
  },
})
await web.listen()

const server = spawn(
  process.execPath,
  // These arguments include scripts/importOnce.ts, which scripts/lantern.mjs passed to this process.
  [...process.execArgv, '--watch', '--watch-preserve-output', 'server/main.ts', '--demo'],
  {
    stdio: 'inherit',
    env: { PUBLIC_URL: `http://localhost:${port}`, ...process.env, PORT: `${serverPort}` },
  },
)
server.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A terminal has already sent Ctrl-C to the server; a second signal would mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
