import { judge } from '#server/doctor.ts'
import { examine } from '#server/doctorFacts.ts'

const checks = judge(await examine(process.env, new Date()))
for (const { name, isFine, text } of checks) console.log(`${isFine ? '✓' : '✗'} ${name}: ${text}`)
const wrong = checks.filter(({ isFine }) => !isFine).length
console.log(
  wrong === 0 ? 'All is well.' : `${wrong} of ${checks.length} ${wrong === 1 ? 'needs' : 'need'} your attention.`,
)
process.exit(wrong === 0 ? 0 : 1)
