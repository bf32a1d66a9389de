import type { PlannedFamily } from './family.ts'
import type { Random } from './random.ts'

/** The number of children with a note that a teacher should know. */
const childrenWithNotes = 24

const allergies = [
  'Tree nuts',
  'Eggs',
  'Cow’s milk',
  'Shellfish',
  'Penicillin',
  'Sesame',
  'Cats and dogs',
  'Bee stings',
  'Kiwi and mango',
  'Pollen',
]
const conditions = [
  'Asthma: blue inhaler in the front pocket of the backpack, two puffs before sport.',
  'Type 1 diabetes: wears a pump; juice when the alarm sounds, then call us.',
  'Epilepsy, well controlled. A seizure of more than five minutes: call 911, then us.',
  'Hearing aid on the left; please seat in front, right side.',
  'Nosebleeds are common and harmless.',
  'Wears glasses for the whiteboard.',
  'Fainted once after running; needs water and shade.',
]
const peanutPlan = [
  'Peanut allergy, severe (anaphylaxis in March 2024).',
  'Action plan: 1. Any swelling, hives with vomiting or trouble breathing: use the epinephrine injector from the red pouch in his backpack, outer thigh, through clothing.',
  '2. Call 911 and say “anaphylaxis”. Lay him down with raised legs. 3. Call his mother, then his father.',
  '4. No improvement after five minutes: second injector, in the same pouch. Mild hives only: one cetirizine tablet and watch him for an hour.',
  'No shared snacks. Plan signed by the pediatrician on May 1, 2026.',
].join('\n')

/** Gives some children allergies and medical notes. The peanut allergy with its action plan is always included. */
export const careFor = (families: readonly PlannedFamily[], random: Random): void => {
  const others = random.shuffle(families.filter(({ notable }) => notable === null).flatMap(({ children }) => children))
  const peanut = families.find(({ notable }) => notable === 'peanut')!.children[0]!
  Object.assign(peanut, { allergies: 'Peanuts (severe)', medical: peanutPlan })
  for (const [index, child] of others.slice(0, childrenWithNotes - 1).entries()) {
    if (index % 3 !== 2) child.allergies = random.pick(allergies)
    if (index % 3 !== 0) child.medical = random.pick(conditions)
  }
}
