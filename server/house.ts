import { contract, type FunctionName } from '#contract/index.ts'
import { type Door, openDoor, registry } from '#server/door.ts'
import type { AnswerMemory } from '#server/platform/answerMemory.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db.ts'
import type { Context } from '#server/platform/functions.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import { functions } from '#server/functions.ts'
import { mustBeOn } from '#server/school/config/acts.ts'
import { viewedActor } from '#server/people/parents/viewing.ts'

export type House = {
  database: Database
  schema: string
  settings: Context<unknown>['settings']
  jobs: Pick<Jobs, 'enqueue'>
  clock: Clock
  memory?: AnswerMemory
}

/** The door to every function of the contract. */
export const openHouse = (house: House): Door =>
  openDoor({
    ...house,
    registry: registry(contract, functions),
    mustBeOn,
    viewing: { begunBy: 'parents-viewAs' satisfies FunctionName, actorOf: viewedActor },
  })
