import type { PolicyAnswer } from '#contract/school/policies.ts'

type Standard = {
  kind: string
  answer: PolicyAnswer
  title: string
  nativeTitle: string
  text: string
  nativeText: string
}

/** The policies that a new school asks families to sign until it writes its own. */
export const standardPolicies: readonly Standard[] = [
  {
    kind: 'photo',
    answer: 'levels',
    title: 'Photos of your children',
    nativeTitle: '孩子的照片',
    text: 'You choose whether pictures of your children may be published, shown within the school only, or not taken at all. You can change your answer at any time; it holds from then on.',
    nativeText: '您可以选择：孩子的照片可以公开、只在校内使用，或者完全不拍。随时可以更改，更改后立即生效。',
  },
  {
    kind: 'medical',
    answer: 'release',
    title: 'Emergency medical care',
    nativeTitle: '紧急医疗',
    text: 'In an emergency the school calls you. It may call a doctor or an ambulance for your child before it reaches you.',
    nativeText: '遇到紧急情况，学校会联系您，也可以在联系到您之前为孩子请医生或叫救护车。',
  },
  {
    kind: 'policy',
    answer: 'agree',
    title: 'Rules of the school',
    nativeTitle: '学校规定',
    text: 'We tell the office when a child can’t come, pick children up on time, pay the fees by their due day, and leave the building as we found it.',
    nativeText: '孩子不能来上课时告诉教务处；准时接孩子；按期缴费；离开时把教室恢复原样。',
  },
]
