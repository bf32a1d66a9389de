import type { FunctionName, Input } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'

/** A function that is refused while its feature is off: always, or for what it is asked for. */
type Refused = { [N in FunctionName]?: true | ((input: Input<N>) => boolean) }

type Choices = { draft: { choices?: readonly { type?: string | undefined }[] | undefined } }
const hasAuditor = ({ draft }: Choices): boolean => draft.choices?.some(({ type }) => type === 'audit') ?? false

/**
 * What each feature brings, refused by the door while the feature is off. Left out is what reads or ends something that
 * was there before: a trial that is agreed takes place, a published draw stays open to check, a key can be revoked.
 */
export const functionsOf: Record<Feature, Refused> = {
  trials: { 'visits-days': true, 'visits-children': true, 'visits-ask': true },
  auditing: {
    'enrolments-submit': hasAuditor,
    'leavings-changeType': ({ toType }) => toType === 'audit',
    'leavings-ask': ({ toType }) => toType === 'audit',
  },
  windows: { 'windows-plan': true, 'windows-set': true },
  lotteries: {
    'lotteries-list': true,
    'lotteries-entries': true,
    'lotteries-create': true,
    'lotteries-change': true,
    'lotteries-move': true,
    'lotteries-draw': true,
    'lotteries-rerun': true,
    'lotteries-enter': true,
    'lotteries-withdraw': true,
  },
  promoCodes: {
    'prices-codes': true,
    'prices-createCode': true,
    'prices-changeCode': true,
    'prices-archiveCode': true,
  },
  oneroster: {
    'oneroster-summary': true,
    'oneroster-upload': true,
    'oneroster-check': true,
    'oneroster-apply': true,
    'oneroster-createClient': true,
  },
}

const featureOf = new Map<string, { feature: Feature; when: true | ((input: never) => boolean) }>(
  Object.entries(functionsOf).flatMap(([feature, refused]) =>
    Object.entries(refused).map(([name, when]) => [name, { feature: feature as Feature, when }] as const),
  ),
)

/** The feature that a call needs to be on; undefined where it needs none. The input is sound by then. */
export const neededFeature = (name: string, input: unknown): Feature | undefined => {
  const found = featureOf.get(name)
  return found && (found.when === true || found.when(input as never)) ? found.feature : undefined
}
