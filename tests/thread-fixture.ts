import { parentPort, threadId } from 'node:worker_threads'

/** A thread that does what its message says, to test `openThread`. */
parentPort!.on('message', (given: string) => {
  const kept: string[][] = []
  switch (given) {
    case 'nothing':
      return
    case 'throw':
      throw new Error('thrown')
    case 'exit':
      return process.exit()
    case 'memory':
      for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => `${n}`))
    case 'id':
      return parentPort!.postMessage(String(threadId))
    default:
      parentPort!.postMessage(given)
  }
})
