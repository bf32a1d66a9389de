import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { togethers } from '#contract/enrolment/lotteries.ts'
import {
  checkDraw,
  commitmentOf,
  draw,
  drawnOrder,
  fingerprintOf,
  isDemand,
  seedOf,
  type Draw,
  type DrawTicket,
  type Published,
} from './lottery.ts'
import { sha256 } from './sha256.ts'

describe('SHA-256', () => {
  test('matches the standard', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
  test('matches Node’s for texts of any length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        text => sha256(text) === createHash('sha256').update(text, 'utf8').digest('hex'),
      ),
    )
    for (const n of [54, 55, 56, 57, 63, 64, 65, 119, 120, 1000])
      expect(sha256('a'.repeat(n))).toBe(createHash('sha256').update('a'.repeat(n)).digest('hex'))
  })
})

const codes: readonly string[] = ['A', 'B', 'C', 'D', 'E']
const classes = fc
  .tuple(...codes.map(() => fc.record({ seats: fc.nat(4), weekday: fc.integer({ min: 6, max: 7 }) })))
  .map(list => list.map((each, index) => ({ code: codes[index]!, ...each })))
const ranks = fc.shuffledSubarray([...codes], { minLength: 1 })
const ticketsOf = (priority: fc.Arbitrary<number>) =>
  fc
    .array(
      fc.record({
        together: fc.constantFrom(...togethers),
        priority,
        children: fc.array(ranks, { minLength: 1, maxLength: 4 }),
      }),
      { maxLength: 14 },
    )
    .map(families =>
      families.map(({ together, priority: ahead, children }, index): DrawTicket => {
        const number = String(10_000 + index * 37)
        const entries = children.map((wishes, n) => ({ number: `${number}-${n + 1}`, ranks: wishes }))
        return { number, together, priority: ahead, entries }
      }),
    )
const draws = fc.record({ seed: fc.string(), classes, tickets: ticketsOf(fc.nat(2)) })

const ranksOf = ({ tickets }: Draw) =>
  new Map(tickets.flatMap(({ entries }) => entries.map(each => [each.number, each])))
const seatsOf = ({ classes: list }: Draw) => new Map(list.map(({ code, seats }) => [code, seats]))
const winnersOf = (of: ReturnType<typeof draw>, code: string) => of.entries.filter(({ won }) => won === code)

describe('a draw', () => {
  test('gives the same result for the same input in any order', () => {
    fc.assert(
      fc.property(
        draws.chain(given =>
          fc.tuple(
            fc.constant(given),
            fc.shuffledSubarray(given.tickets, { minLength: given.tickets.length }),
            fc.shuffledSubarray([...given.classes], { minLength: codes.length }),
          ),
        ),
        ([given, tickets, shuffled]) =>
          JSON.stringify(draw(given)) === JSON.stringify(draw({ ...given, tickets, classes: shuffled })),
      ),
    )
  })

  test('never gives more seats than a class has, or a class that wasn’t wished for', () => {
    fc.assert(
      fc.property(draws, given => {
        const result = draw(given)
        const wishes = ranksOf(given)
        return (
          given.classes.every(({ code, seats }) => winnersOf(result, code).length <= seats) &&
          result.entries.every(({ number, won }) => won === null || wishes.get(number)!.ranks.includes(won))
        )
      }),
    )
  })

  test('leaves no seat empty that a child without a class, or with a less preferred one, wished for', () => {
    fc.assert(
      fc.property(draws, given => {
        const result = draw(given)
        const seats = seatsOf(given)
        const alone = new Set(given.tickets.filter(({ together }) => together === 'alone').map(({ number }) => number))
        const wishes = ranksOf(given)
        // A family that wants all or none may leave a seat if there are too few.
        const demanding = new Set(
          given.tickets.filter(({ together }) => isDemand(together)).map(({ number }) => number),
        )
        return result.entries.every(({ number, won }) => {
          const list = wishes.get(number)!.ranks
          // Siblings who stay together may have given up a class they preferred; a child without a class has given up
          // nothing.
          if (won !== null && !alone.has(number.split('-')[0]!)) return true
          if (won === null && demanding.has(number.split('-')[0]!)) return true
          const above = won === null ? list : list.slice(0, list.indexOf(won))
          return above.every(code => winnersOf(result, code).length === seats.get(code))
        })
      }),
    )
  })

  test('never gives a class to a family drawn later instead of one drawn earlier', () => {
    fc.assert(
      fc.property(draws, given => {
        const result = draw(given)
        const wishes = ranksOf(given)
        const ticketOf = new Map(given.tickets.flatMap(each => each.entries.map(({ number }) => [number, each])))
        return result.entries.every(({ number, won, turn }) => {
          const list = wishes.get(number)!.ranks
          const { together } = ticketOf.get(number)!
          if (won !== null ? together !== 'alone' : isDemand(together)) return true
          const above = won === null ? list : list.slice(0, list.indexOf(won))
          return above.every(code => winnersOf(result, code).every(winner => winner.turn <= turn))
        })
      }),
    )
  })

  test('keeps siblings together wherever that is possible at their turn, and records if it is not', () => {
    fc.assert(
      fc.property(draws, given => {
        const result = draw(given)
        const weekdayOf = new Map(given.classes.map(({ code, weekday }) => [code, weekday]))
        const seats = seatsOf(given)
        return given.tickets.every(({ number, together, entries }) => {
          if (together === 'alone' || entries.length < 2) return true
          const { turn } = result.entries.find(entry => entry.number === entries[0]!.number)!
          // The seats that nobody drawn earlier has taken, and every way to seat the children in them.
          const left = (code: string) =>
            seats.get(code)! - winnersOf(result, code).filter(winner => winner.turn < turn).length
          const ways = entries.reduce<string[][]>(
            (found, { ranks: list }) => found.flatMap(way => list.map(code => [...way, code])),
            [[]],
          )
          const isPossible = ways.some(
            way =>
              way.every(code => way.filter(other => other === code).length <= left(code)) &&
              new Set<unknown>(
                together === 'class' || together === 'mustClass' ? way : way.map(code => weekdayOf.get(code)),
              ).size === 1,
          )
          const isApart = result.steps.some(step => step.ticket === number && step.outcome === 'apart')
          if (isApart) return !isDemand(together) && !isPossible
          // All or none: none of the children wins if they can't be together.
          if (result.steps.some(step => step.ticket === number && step.outcome === 'none'))
            return (
              isDemand(together) &&
              !isPossible &&
              entries.every(each => result.entries.find(entry => entry.number === each.number)!.won === null)
            )
          const won = entries.map(each => result.entries.find(entry => entry.number === each.number)!.won)
          const same = won.map(code =>
            together === 'class' || together === 'mustClass' ? code : weekdayOf.get(code ?? ''),
          )
          return won.every(code => code !== null) && new Set(same).size === 1
        })
      }),
    )
  })

  test('waitlists each child, in drawn order, for exactly the classes it prefers to the one it won', () => {
    fc.assert(
      fc.property(draws, given => {
        const result = draw(given)
        const wishes = ranksOf(given)
        const isRight = result.entries.every(({ number, won, lines }) => {
          const list = wishes.get(number)!.ranks
          const above = won === null ? list : list.slice(0, list.indexOf(won))
          return JSON.stringify(lines.map(({ code }) => code)) === JSON.stringify(above)
        })
        return (
          isRight &&
          codes.every(code => {
            const line = result.entries.flatMap(entry =>
              entry.lines.filter(each => each.code === code).map(({ place }) => ({ place, turn: entry.turn })),
            )
            return line.every(({ place, turn }, index) => place === index + 1 && turn >= (line[index - 1]?.turn ?? 0))
          })
        )
      }),
    )
  })

  test('draws families with a higher priority first, and those with equal priorities by the seed alone', () => {
    fc.assert(
      fc.property(draws, given => {
        const order = drawnOrder(given.seed, given.tickets)
        return order.every(({ priority }, index) => index === 0 || priority <= order[index - 1]!.priority)
      }),
    )
    const numbersOf = (seed: string, tickets: readonly DrawTicket[]) =>
      drawnOrder(seed, tickets).map(({ number }) => number)
    fc.assert(
      fc.property(draws, fc.integer({ min: -3, max: 3 }), ({ seed, tickets }, priority) => {
        // Equal priorities leave the order to the seed alone, among all families and within each priority.
        const bySeed = [...tickets]
          .sort((a, b) => (sha256(`${seed}|${a.number}`) < sha256(`${seed}|${b.number}`) ? -1 : 1))
          .map(({ number }) => number)
        expect(
          numbersOf(
            seed,
            tickets.map(each => ({ ...each, priority })),
          ),
        ).toEqual(bySeed)
        for (const level of [0, 1, 2]) {
          const same = new Set(tickets.filter(each => each.priority === level).map(({ number }) => number))
          expect(numbersOf(seed, tickets).filter(number => same.has(number))).toEqual(
            bySeed.filter(number => same.has(number)),
          )
        }
      }),
    )
  })

  test('gives each family the same chance, however many children it has', () => {
    // 6 families, 3000 seeds: each family is expected first 500 times. The bound is the 99.9% point of chi-squared with
    // 5 degrees of freedom.
    const tickets: DrawTicket[] = Array.from({ length: 6 }, (_, index) => ({
      number: String(31_000 + index),
      together: 'alone',
      priority: 0,
      entries: Array.from({ length: index + 1 }, (_each, n) => ({
        number: `${31_000 + index}-${n + 1}`,
        ranks: ['A'],
      })),
    }))
    for (const place of [0, 2, 5]) {
      const counts = new Map<string, number>()
      for (let seed = 0; seed < 3000; seed++) {
        const { number } = drawnOrder(`seed ${seed}`, tickets)[place]!
        counts.set(number, (counts.get(number) ?? 0) + 1)
      }
      const chi = tickets.reduce((sum, { number }) => sum + ((counts.get(number) ?? 0) - 500) ** 2 / 500, 0)
      expect(chi).toBeLessThan(20.5)
    }
  })
})

describe('siblings', () => {
  const pair = (together: DrawTicket['together'], first: string[], second: string[]): DrawTicket => ({
    number: '1',
    together,
    priority: 0,
    entries: [
      { number: '1-1', ranks: first },
      { number: '1-2', ranks: second },
    ],
  })
  const won = (tickets: DrawTicket[], list: Draw['classes']) =>
    draw({ seed: 's', classes: list, tickets }).entries.map(entry => entry.won)
  const two = [
    { code: 'A', seats: 1, weekday: 6 },
    { code: 'B', seats: 2, weekday: 7 },
    { code: 'C', seats: 1, weekday: 7 },
  ]

  test('who don’t ask to be together each get the class they like best', () =>
    expect(won([pair('alone', ['A', 'B'], ['A', 'B'])], two)).toEqual(['A', 'B']))
  test('who want the same class give up one with a seat for only one of them', () =>
    expect(won([pair('class', ['A', 'B'], ['A', 'B'])], two)).toEqual(['B', 'B']))
  test('who want the same day get the one they both like best', () =>
    expect(won([pair('day', ['A', 'C', 'B'], ['B', 'A'])], two)).toEqual(['C', 'B']))
  test('are placed apart if no class fits them all', () =>
    expect(won([pair('class', ['A', 'C'], ['C', 'A'])], two)).toEqual(['A', 'C']))
})

describe('the check of a draw', () => {
  const tickets: DrawTicket[] = ['40117', '40230', '41999'].map(number => ({
    number,
    together: 'alone',
    priority: 0,
    entries: [{ number: `${number}-1`, ranks: ['A', 'B'] }],
  }))
  const list = [
    { code: 'A', seats: 1, weekday: 7 },
    { code: 'B', seats: 1, weekday: 7 },
  ]
  const published: Published = {
    secret: 'secret',
    commitment: commitmentOf('secret'),
    publicValue: '4 8 15',
    fingerprint: fingerprintOf(tickets),
    classes: list,
    tickets,
    results: draw({ seed: seedOf('secret', '4 8 15'), classes: list, tickets }).entries,
  }
  test('finds nothing wrong with an honest draw', () =>
    expect(checkDraw(published)).toMatchObject({ isCommitted: true, isListed: true, differing: [] }))
  test('detects a changed secret, list or winner', () => {
    expect(checkDraw({ ...published, secret: 'other' }).isCommitted).toBe(false)
    expect(checkDraw({ ...published, tickets: tickets.slice(1) })).toMatchObject({ isListed: false })
    const [first, ...others] = published.results
    const changed = [{ ...first!, won: first!.won === 'A' ? 'B' : 'A' }, ...others]
    expect(checkDraw({ ...published, results: changed }).differing).toEqual([first!.number])
  })
})

test('a known draw keeps its exact result', () => {
  const result = draw({
    seed: seedOf('lantern', '7-3-1'),
    classes: [
      { code: 'A', seats: 1, weekday: 7 },
      { code: 'B', seats: 1, weekday: 7 },
    ],
    tickets: ['10001', '10002', '10003'].map(number => ({
      number,
      together: 'alone',
      priority: 0,
      entries: [{ number: `${number}-1`, ranks: ['A', 'B'] }],
    })),
  })
  const keys = ['10001', '10002', '10003'].map(number => ({
    number,
    key: createHash('sha256').update(`lantern|7-3-1|${number}`).digest('hex'),
  }))
  const order = keys.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ number }) => `${number}-1`)
  expect(result.entries.map(({ number, won, lines }) => ({ number, won, lines }))).toEqual([
    { number: order[0], won: 'A', lines: [] },
    { number: order[1], won: 'B', lines: [{ code: 'A', place: 1 }] },
    {
      number: order[2],
      won: null,
      lines: [
        { code: 'A', place: 2 },
        { code: 'B', place: 1 },
      ],
    },
  ])
})

test('siblings who want all or none leave a single seat to others and are waitlisted for it', () => {
  const given: Draw = {
    seed: 's',
    classes: [
      { code: 'A', seats: 1, weekday: 7 },
      { code: 'B', seats: 2, weekday: 6 },
    ],
    tickets: [
      {
        number: '1',
        together: 'mustClass',
        priority: 1,
        entries: [
          { number: '1-1', ranks: ['A'] },
          { number: '1-2', ranks: ['A'] },
        ],
      },
      { number: '2', together: 'alone', priority: 0, entries: [{ number: '2-1', ranks: ['A'] }] },
    ],
  }
  const { entries, steps } = draw(given)
  expect(entries.map(({ number, won, lines }) => [number, won, lines.length])).toEqual([
    ['1-1', null, 1],
    ['1-2', null, 1],
    ['2-1', 'A', 0],
  ])
  expect(steps.map(({ outcome }) => outcome)).toEqual(['few', 'none', 'won'])
})
