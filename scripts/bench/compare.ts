import { childrenOf, cpuOf } from './lantern.ts'
import { type Pace, rateOf, type Round } from './load.ts'
import { type Line, median } from './table.ts'

/** A comparison: operations per second, and processor time per operation in microseconds. */
type Compared = { ours: number; reference: number; ratio: number; cpuUs: number; referenceCpuUs: number }

/** The processor time that this process and all its descendants have used so far, in microseconds. */
const cpuSoFar = (): number => [process.pid, ...childrenOf(process.pid)].reduce((sum, pid) => sum + cpuOf(pid), 0)

/** By then, each connection has planned its statements, and the code is compiled. A slow machine needs all of it. */
const warmUpMs = 3000

/** Measures both in turns, so that other load on the machine affects both. */
export const compare = async (ours: Round, reference: Round, pace: Pace): Promise<Compared> => {
  const measure = async (round: Round) => {
    const before = cpuSoFar()
    const { done, rate } = await rateOf(round, pace.roundMs)
    return { rate, cpuUs: (cpuSoFar() - before) / done }
  }
  for (const round of [ours, reference]) await rateOf(round, warmUpMs)
  const mine: { rate: number; cpuUs: number }[] = []
  const theirs: typeof mine = []
  for (let round = 0; round < pace.rounds; round += 1) {
    mine.push(await measure(ours))
    theirs.push(await measure(reference))
  }
  return {
    ours: median(mine.map(({ rate }) => rate)),
    reference: median(theirs.map(({ rate }) => rate)),
    ratio: median(mine.map(({ rate }, round) => rate / theirs[round]!.rate)),
    cpuUs: median(mine.map(({ cpuUs }) => cpuUs)),
    referenceCpuUs: median(theirs.map(({ cpuUs }) => cpuUs)),
  }
}

/** A line whose goal is a ratio to the reference, or a number of operations per second. */
export const lineOf = (
  goal: string,
  what: string,
  target: { ratio: number } | { rate: number },
  found: Compared,
): Line => ({
  goal,
  measured: `${found.ratio.toFixed(2)} (${found.ours.toFixed(0)}/s, ${found.cpuUs.toFixed(0)} µs CPU)`,
  against: `${what} (${found.reference.toFixed(0)}/s, ${found.referenceCpuUs.toFixed(0)} µs CPU)`,
  target: 'ratio' in target ? `≥ ${target.ratio}` : `≥ ${target.rate}/s`,
  value: 'ratio' in target ? found.ratio : found.ours,
  isMet: 'ratio' in target ? found.ratio >= target.ratio : found.ours >= target.rate,
})
