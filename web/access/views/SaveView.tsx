import { useTranslations } from 'use-intl'
import type { SavedView } from '#contract/access/views.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useChanges } from '#web/records/useChanges.ts'
import { useForm } from '#web/records/useForm.ts'
import type { Views } from './useViews.ts'

/** Saves what the list shows as a named view, or changes the name and sharing of a saved one. */
export const SaveView = ({ views, view, onClose }: { views: Views; view?: SavedView; onClose: () => void }) => {
  const t = useTranslations('tables.views')
  const [{ name, isShared, isDefault }, change] = useChanges({
    name: view?.name ?? '',
    isShared: view?.isShared ?? false,
    isDefault: view?.isDefault ?? false,
  })
  const form = useForm('views-save', () => t('name'))
  const submit = () =>
    form.send(
      {
        ...(view && { id: view.id }),
        list: views.list,
        name,
        address: view ? view.address : views.address,
        isShared,
        isDefault,
      },
      ({ id }) => {
        if (!view) views.keep(id)
        toast(t('saved', { name: name.trim() }))
        onClose()
      },
    )
  return (
    <FormDialog
      onClose={onClose}
      title={view ? t('change') : t('saveTitle')}
      description={t('saveHint')}
      verb={t('saveVerb')}
      form={form}
      onSubmit={submit}
    >
      <Field label={t('name')} required {...form.field('name')}>
        <Input value={name} onChange={event => change({ name: event.target.value })} autoComplete="off" />
      </Field>
      <div>
        <Checkbox
          label={t('share')}
          hint={t('shareHint')}
          checked={isShared}
          onChange={event => change({ isShared: event.target.checked })}
        />
        <Checkbox
          label={t('start')}
          checked={isDefault}
          onChange={event => change({ isDefault: event.target.checked })}
        />
      </div>
    </FormDialog>
  )
}
