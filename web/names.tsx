import { useLocale } from 'use-intl'
import { classes } from '#web/ui/classes.ts'

export type TwoNames = { name: string; nativeName: string }

/** The names of a person or class in the reader's order: whoever reads Chinese sees the native name first. */
export const useNames = (): ((of: TwoNames) => { first: string; second: string }) => {
  const language = useLocale()
  return ({ name, nativeName }) =>
    language === 'zh' && nativeName ? { first: nativeName, second: name } : { first: name, second: nativeName }
}

type NamedProps = {
  of: TwoNames
  /** The second name stands below the first. */
  stacked?: boolean
  /** The second name's colour, where the ground is not the page's. */
  quiet?: string
}

/** Both names of a person or class; the first is what it is called, the second the same in the other script. */
export const Named = ({ of, stacked = false, quiet = 'text-ink-2' }: NamedProps) => {
  const { first, second } = useNames()(of)
  return (
    <>
      <bdi>{first}</bdi>
      {second && (
        <>
          {' '}
          <bdi className={classes('font-normal', quiet, stacked && 'block')}>{second}</bdi>
        </>
      )}
    </>
  )
}
