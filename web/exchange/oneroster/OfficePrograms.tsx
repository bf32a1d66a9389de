import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiClient, rosterScopes, type RosterScope } from '#contract/exchange/oneroster.ts'
import { useReadLater } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { FormDialog } from '#web/records/FormDialog.tsx'
import { newSecret } from '#web/exchange/oneroster/secret.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Badge } from '#web/ui/Marks.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Loading, Notice } from '#web/ui/States.tsx'
import { copyText } from '#web/ui/copyText.ts'
import { toast } from '#web/ui/Toast.tsx'
import { useForm } from '#web/records/useForm.ts'
import { useFormat } from '#web/words/useFormat.ts'

const scopes = Object.keys(rosterScopes) as RosterScope[]

/** A value to copy into another system, with a copy button. */
const Copied = ({ label, value }: { label: string; value: string }) => {
  const t = useTranslations('oneroster.programs')
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label}>
          <Input
            readOnly
            value={value}
            dir="ltr"
            className="font-mono text-xs"
            onFocus={event => event.target.select()}
          />
        </Field>
      </div>
      <Button icon={Copy} aria-label={t('copyLabel', { what: label })} onClick={() => copyText(value, t('copied'))}>
        {t('copy')}
      </Button>
    </div>
  )
}

type Made = { name: string; id: string; secret: string }

/** Grants a program access: its name, and what it may read. */
const Add = ({ onClose, onMade }: { onClose: () => void; onMade: (made: Made) => void }) => {
  const t = useTranslations('oneroster.programs')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly RosterScope[]>(['roster'])
  const form = useForm('oneroster-createClient', path => (path === 'name' ? t('name') : t('scopes')))
  const submit = () =>
    void newSecret().then(({ secret, secretHash }) =>
      form.send({ name, scopes: [...chosen], secretHash }, ({ id }) => onMade({ name: name.trim(), id, secret })),
    )
  return (
    <FormDialog onClose={onClose} title={t('addTitle')} verb={t('addVerb')} form={form} onSubmit={submit}>
      <Field label={t('name')} hint={t('nameHint')} required {...form.field('name')}>
        <Input value={name} autoComplete="off" onChange={event => setName(event.target.value)} />
      </Field>
      <Field label={t('scopes')} group required {...form.field('scopes')}>
        <div className="grid">
          {scopes.map(scope => (
            <Checkbox
              key={scope}
              label={t(`scope.${scope}`)}
              checked={chosen.includes(scope)}
              onChange={event =>
                setChosen(event.target.checked ? [...chosen, scope] : chosen.filter(each => each !== scope))
              }
            />
          ))}
        </div>
      </Field>
    </FormDialog>
  )
}

/**
 * The id and secret of a program; the secret is shown only this once. It is part of the page, where it can't be closed
 * by mistake.
 */
const Secret = ({ made, onDone }: { made: Made; onDone: () => void }) => {
  const t = useTranslations('oneroster.programs')
  return (
    <section
      aria-labelledby="oneroster-secret"
      className="grid max-w-2xl gap-4 rounded-lg border border-primary bg-primary-soft p-4"
    >
      <h3 id="oneroster-secret" className="font-semibold">
        {t('madeTitle', { name: made.name })}
      </h3>
      <p className="text-sm">{t('once')}</p>
      <Copied label={t('id')} value={made.id} />
      <Copied label={t('secret')} value={made.secret} />
      <div>
        <Button variant="primary" wide="phone" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </section>
  )
}

/** Ends a program's access, which can't be undone. */
const End = ({ program, onClose }: { program: ApiClient; onClose: () => void }) => {
  const t = useTranslations('oneroster.programs')
  const form = useForm('oneroster-revokeClient', () => t('name'))
  return (
    <FormDialog
      danger
      onClose={onClose}
      title={t('endTitle', { name: program.name })}
      verb={t('endVerb')}
      form={form}
      onSubmit={() =>
        form.send({ id: program.id }, () => {
          toast(t('ended', { name: program.name }))
          onClose()
        })
      }
    >
      <p>{t('endText')}</p>
    </FormDialog>
  )
}

type Open = { add: true } | { end: ApiClient }

/**
 * The programs that read the roster through the API: the addresses that they need, the list, and ending their access.
 */
export const OfficePrograms = () => {
  const t = useTranslations('oneroster.programs')
  const format = useFormat()
  const failureText = useFailureText()
  const found = useReadLater('oneroster-clients', {})
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<Made | null>(null)
  const close = () => setOpen(null)
  // Without https, browsers don't offer the cryptography for secrets, and anyone on the network could read one.
  const isSafe = window.isSecureContext
  return (
    <Card
      title={t('title')}
      aside={
        isSafe && (
          <Button size="small" icon={Plus} onClick={() => setOpen({ add: true })}>
            {t('add')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        <p className="max-w-[66ch] text-ink-2">{t('text')}</p>
        {made && <Secret made={made} onDone={() => setMade(null)} />}
        {!isSafe && <Notice tone="warn">{t('insecure')}</Notice>}
        {found.error !== null && (
          <Notice
            alert
            tone="danger"
            action={
              <Button size="small" onClick={() => void found.refetch()}>
                {t('again')}
              </Button>
            }
          >
            {failureText(found.error)}
          </Notice>
        )}
        {found.data === undefined && found.error === null && <Loading />}
        {found.data && (
          <>
            <div className="grid max-w-2xl gap-3">
              <Copied label={t('baseUrl')} value={found.data.baseUrl} />
              <Copied label={t('tokenUrl')} value={found.data.tokenUrl} />
            </div>
            {found.data.clients.length === 0 ? (
              <p className="text-ink-2">{t('none')}</p>
            ) : (
              <ul className="grid">
                {found.data.clients.map(client => (
                  <li
                    key={client.id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-3 last:border-0"
                  >
                    <div className="min-w-0">
                      <p className="flex flex-wrap items-center gap-2 font-semibold">
                        {client.name}
                        {client.scopes.map(scope => (
                          <Badge key={scope}>{t(`scopeShort.${scope}`)}</Badge>
                        ))}
                      </p>
                      <p className="font-mono text-xs break-all text-ink-2">{client.id}</p>
                      <p className="text-sm text-ink-2">
                        {t('made', { day: format.instant(client.createdAt, 'day'), name: client.createdBy })} ·{' '}
                        {client.lastUsedAt === null
                          ? t('unused')
                          : t('used', { when: format.instant(client.lastUsedAt) })}
                      </p>
                    </div>
                    <Button
                      size="small"
                      variant="quiet"
                      aria-label={t('endLabel', { name: client.name })}
                      onClick={() => setOpen({ end: client })}
                    >
                      {t('end')}
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </div>
      {open && 'add' in open && (
        <Add
          onClose={close}
          onMade={program => {
            setMade(program)
            close()
          }}
        />
      )}
      {open && 'end' in open && <End program={open.end} onClose={close} />}
    </Card>
  )
}
