import { useTranslations } from 'use-intl'
import { areas, type Area } from '#contract/areas.ts'
import { grantedRoles, type GrantedRole } from '#contract/callable.ts'
import { RadioGroup } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input, Select } from '#web/ui/Input.tsx'

export type RoleValues = { role: GrantedRole; area: Area; endsOn: string }
export const freshRole: RoleValues = { role: 'admin', area: 'registrar', endsOn: '' }

/** Returns the input that a role's form sends. */
export const roleInput = ({ role, area, endsOn }: RoleValues) => ({
  role,
  ...(role === 'admin' && { area }),
  endsOn: endsOn === '' ? null : endsOn,
})

type RoleFieldsProps = {
  values: RoleValues
  onChange: (values: RoleValues) => void
  field: (path: string) => { id: string; error: string | undefined }
  /** True if an existing role is changed, which can't become another role. */
  fixed?: boolean
}

/** The role, its area and its end date. */
export const RoleFields = ({ values, onChange, field, fixed = false }: RoleFieldsProps) => {
  const t = useTranslations('people.user')
  const officeText = useTranslations('officeWords')
  return (
    <>
      {!fixed && (
        <Field label={t('role')} {...field('role')}>
          <Select
            value={values.role}
            onChange={event => onChange({ ...values, role: event.target.value as GrantedRole })}
          >
            {grantedRoles.map(role => (
              <option key={role} value={role}>
                {officeText(`role.${role}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {values.role === 'admin' ? (
        <Field group label={t('area')} {...field('area')}>
          <RadioGroup
            value={values.area}
            onChange={area => onChange({ ...values, area })}
            options={areas.map(area => ({ value: area, label: t(`areas.${area}`), hint: t(`areaHints.${area}`) }))}
          />
        </Field>
      ) : (
        <p className="text-sm text-ink-2">{t(`scopes.${values.role}`)}</p>
      )}
      <Field label={t('endsOn')} hint={t('endsOnHint')} optional {...field('endsOn')}>
        <Input
          type="date"
          value={values.endsOn}
          onChange={event => onChange({ ...values, endsOn: event.target.value })}
        />
      </Field>
    </>
  )
}
