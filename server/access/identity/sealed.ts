import { type Ask, IdentityError, textOf } from './wire.ts'

/**
 * Opens JSON that an earlier answer has sealed. Throws an `IdentityError` with the code `refusal` if it can't be
 * opened.
 */
export const openJson = async <T>({ tools }: Ask, name: string, sealed: unknown, refusal: string): Promise<T> => {
  const text = textOf(sealed)
  if (text === undefined) throw new IdentityError(refusal)
  return JSON.parse(
    await tools.settings.secrets.open(name, text).catch(() => {
      throw new IdentityError(refusal)
    }),
  ) as T
}
