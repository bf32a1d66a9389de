import { type Ask, IdentityError, textOf } from './wire.ts'

/** What an earlier answer has sealed, as JSON; refused with this code where it is none of ours. */
export const openJson = async <T>({ tools }: Ask, name: string, sealed: unknown, refusal: string): Promise<T> => {
  const text = textOf(sealed)
  if (text === undefined) throw new IdentityError(refusal)
  return JSON.parse(
    await tools.settings.secrets.open(name, text).catch(() => {
      throw new IdentityError(refusal)
    }),
  ) as T
}
