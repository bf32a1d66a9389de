import type { FunctionName, Input } from '#contract/index.ts'
import type { Feature } from '#contract/settings.plain.ts'

/** When a function is refused while its feature is off: always, or for certain inputs. */
type Refused = { [N in FunctionName]?: true | ((input: Input<N>) => boolean) }

type Choices = { draft: { choices?: readonly { type?: string | undefined }[] | undefined } }
const hasAuditor = ({ draft }: Choices): boolean => draft.choices?.some(({ type }) => type === 'audit') ?? false

/**
 * The functions of each feature, which the door refuses while the feature is off. Functions that read or end something
 * that already exists are left out: an agreed trial takes place, a published draw can still be checked, and a key can
 * still be revoked.
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

/** The feature that must be on for a call, or undefined if none is needed. The input has been validated by then. */
export const neededFeature = (name: string, input: unknown): Feature | undefined => {
  const found = featureOf.get(name)
  return found && (found.when === true || found.when(input as never)) ? found.feature : undefined
}
