import type { messages as base } from './base.en.ts'

/** The bundles of texts by name. Each adds itself, so that the compiler knows its keys. */
export interface Bundles {
  base: typeof base
}

export type Bundle = keyof Bundles

type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** All keys of all bundles. */
export type Messages = AllOf<Bundles[Bundle]>
