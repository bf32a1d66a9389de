import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Care, Household } from '#contract/people/parents.ts'
import { useReadLater, useWrite } from '#web/wire/call.ts'
import { useReadToEdit } from '#web/wire/useReadToEdit.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Later } from '#web/routing/Later.tsx'
import { useNameText } from '#web/words/Name.tsx'
import { blankGuardian, ContactFields, StandingFields } from '#web/people/parents/GuardianFields.tsx'
import { useFamilyLabel } from '#web/people/parents/office/OfficeAddFamily.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { Replaced } from '#web/records/Replaced.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { useFormat } from '#web/words/useFormat.ts'

/** Adds a guardian to a family and all its children. */
export const OfficeAddGuardian = ({ householdId, onClose }: { householdId: string; onClose: () => void }) => {
  const t = useTranslations('people.family')
  const language = useLocale()
  const [guardian, setGuardian] = useState({ ...blankGuardian, language })
  const form = useForm('parents-addGuardian', useFamilyLabel())
  return (
    <FormDialog
      title={t('addGuardian')}
      description={t('addGuardianHint')}
      verb={t('addGuardian')}
      form={form}
      onClose={onClose}
      onSubmit={() =>
        form.send({ householdId, guardian }, () => {
          toast(t('guardianAdded', { name: guardian.name }))
          onClose()
        })
      }
    >
      <ContactFields values={guardian} onChange={setGuardian} field={path => form.field(`guardian.${path}`)} />
      <StandingFields values={guardian} onChange={setGuardian} field={path => form.field(`guardian.${path}`)} />
    </FormDialog>
  )
}

type Guardian = Household['guardians'][number]
type ChangeProps = { householdId: string; guardian: Guardian; care: readonly Care[]; onClose: () => void }

const ChangeGuardian = ({ householdId, guardian, care, onClose }: ChangeProps) => {
  const t = useTranslations('people')
  const nameText = useNameText()
  const labelOf = useFamilyLabel()
  const [person, changePerson, replaced] = useChanges({
    name: guardian.name,
    nativeName: guardian.nativeName,
    email: guardian.email,
    phone: guardian.phone,
    otherPhones: guardian.otherPhones,
    language: guardian.language === 'zh' ? ('zh' as const) : ('en' as const),
  })
  const [{ contactOrder }, setOrder, replacedOrder] = useChanges({ contactOrder: String(guardian.contactOrder) })
  // Each right by itself, so that one set by someone else meanwhile isn't undone with a change of another.
  const own = care.filter(({ guardianId }) => guardianId === guardian.id)
  const ofEach = <Key extends keyof Care>(key: Key): Record<string, Care[Key]> =>
    Object.fromEntries(own.map(each => [each.studentId, each[key]]))
  const [relationship, setRelationship, replacedRelationship] = useChanges(ofEach('relationship'))
  const [hasDataAccess, setAccess, replacedAccess] = useChanges(ofEach('hasDataAccess'))
  const [mayPickUp, setPickUp, replacedPickUp] = useChanges(ofEach('mayPickUp'))
  const children = own.map(each => ({
    ...each,
    relationship: relationship[each.studentId]!,
    hasDataAccess: hasDataAccess[each.studentId]!,
    mayPickUp: mayPickUp[each.studentId]!,
  }))
  const setStanding = ({ studentId, ...next }: Care) => {
    setRelationship({ [studentId]: next.relationship })
    setAccess({ [studentId]: next.hasDataAccess })
    setPickUp({ [studentId]: next.mayPickUp })
  }
  const replacedOf = (studentId: string) => ({
    ...(studentId in replacedRelationship && { relationship }),
    ...(studentId in replacedAccess && { hasDataAccess }),
    ...(studentId in replacedPickUp && { mayPickUp }),
  })
  const isSeenByOthers = ({ studentId }: Care) =>
    care.some(each => each.studentId === studentId && each.guardianId !== guardian.id && each.hasDataAccess)
  const form = useForm('parents-changeGuardian', labelOf)
  const submit = () =>
    form.send(
      {
        householdId,
        id: guardian.id,
        ...person,
        contactOrder: Number(contactOrder),
        children: children.map(({ studentId, relationship, hasDataAccess, mayPickUp }) => ({
          studentId,
          relationship,
          hasDataAccess,
          mayPickUp,
        })),
      },
      () => {
        toast(t('saved'))
        onClose()
      },
    )
  return (
    <FormDialog
      title={t('family.changeGuardian', { name: nameText(guardian) })}
      verb={t('save')}
      form={form}
      onClose={onClose}
      onSubmit={submit}
    >
      <ContactFields values={person} onChange={changePerson} field={form.field} hasAccount={guardian.hasAccount} />
      <Field label={t('contactOrder')} {...form.field('contactOrder')} className="w-40">
        <Input
          inputMode="numeric"
          value={contactOrder}
          onChange={event => setOrder({ contactOrder: event.target.value })}
          autoComplete="off"
        />
      </Field>
      <Replaced fields={{ ...replaced, ...replacedOrder }} labelOf={labelOf} />
      {children.map((child, index) => (
        <section key={child.studentId} className="grid gap-4 border-t border-line pt-4">
          <h3 className="display text-lg">
            {t('family.perChild', { name: nameText({ name: child.student, nativeName: child.nativeName }) })}
          </h3>
          <StandingFields
            values={child}
            onChange={setStanding}
            field={path => form.field(`children.${index}.${path}`)}
          />
          <Replaced fields={replacedOf(child.studentId)} labelOf={labelOf} />
          {child.relationship !== 'self' && !child.hasDataAccess && !isSeenByOthers(child) && (
            <Notice tone="warn">
              {t('family.unseen', { name: nameText({ name: child.student, nativeName: child.nativeName }) })}
            </Notice>
          )}
        </section>
      ))}
    </FormDialog>
  )
}

/** Changes a guardian and their relationship to each child of the family. */
export const OfficeChangeGuardian = (props: Omit<ChangeProps, 'care'>) => {
  const t = useTranslations('people')
  const nameText = useNameText()
  const found = useReadToEdit('parents-care', { householdId: props.householdId })
  if (found.data) return <ChangeGuardian {...props} care={found.data} />
  return (
    <Dialog open onClose={props.onClose} title={t('family.changeGuardian', { name: nameText(props.guardian) })}>
      <Later read={found}>{() => null}</Later>
    </Dialog>
  )
}

/** Asks before a guardian is removed from a family, and says what ends with that. */
export const OfficeRemoveGuardian = ({ householdId, guardian, onClose }: Omit<ChangeProps, 'care'>) => {
  const t = useTranslations('people.family')
  const text = useUiText()
  const format = useFormat()
  const nameText = useNameText()
  const failureText = useFailureText()
  const care = useReadLater('parents-care', { householdId })
  const remove = useWrite('parents-removeGuardian')
  const name = nameText(guardian)
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('removeTitle', { name })}
      description={t('removeText')}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            variant="danger"
            pending={remove.isPending}
            disabled={care.data === undefined}
            onClick={() =>
              remove.start({ householdId, id: guardian.id }, () => {
                toast(t('removed', { name }))
                onClose()
              })
            }
          >
            {t('remove')}
          </Button>
        </>
      }
    >
      {remove.error !== null && (
        <Notice alert tone="danger" className="mb-3">
          {failureText(remove.error)}
        </Notice>
      )}
      <Later read={care}>
        {all => {
          const blocked = all.filter(({ guardianId, mayPickUp }) => guardianId === guardian.id && !mayPickUp)
          const children = blocked.map(({ student, nativeName }) => nameText({ name: student, nativeName }))
          return (
            blocked.length > 0 && <Notice tone="warn">{t('removeBlocked', { children: format.list(children) })}</Notice>
          )
        }}
      </Later>
    </Dialog>
  )
}
