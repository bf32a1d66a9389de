import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { createServer } from 'vite'

/**
 * `npm run dev`: the demo school from its sources. The browser takes a changed screen, style or text at once; the server
 * starts again when one of its files changes, behind Vite, on the port after ours.
 */
const port = Number(process.env['PORT'] ?? 3000)
const serverPort = port + 1

const publicFiles = readdirSync('web/public').map(name => `/${name}`)
/** What Vite gives the browser: our sources, packages, and what it adds itself. */
const isSource = (url: string): boolean =>
  /^\/(?:@|web\/|contract\/|rules\/|node_modules\/)/.test(url) || publicFiles.includes(url)
/** What people open that isn't a screen. */
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
  // With scripts/importOnce.ts, as this process has it from scripts/lantern.mjs.
  [...process.execArgv, '--watch', '--watch-preserve-output', 'server/main.ts', '--demo'],
  {
    stdio: 'inherit',
    env: { PUBLIC_URL: `http://localhost:${port}`, ...process.env, PORT: `${serverPort}` },
  },
)
server.on('exit', code => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // A terminal has sent Ctrl-C to the server already; twice would mean "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal)
  })
