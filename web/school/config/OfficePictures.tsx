import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Picture } from '#contract/school/config.ts'
import { mostPictures, pictureTypes } from '#contract/school/config.plain.ts'
import { useWrite } from '#web/wire/call.ts'
import { useFailureText } from '#web/words/failureText.ts'
import { schoolReady, useSchool } from '#web/wire/school.ts'
import { useChanges } from '#web/records/useChanges.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Input } from '#web/ui/Input.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Empty, Notice } from '#web/ui/States.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { InChinese } from '#web/words/InChinese.tsx'
import { captionOf, pictureUrl } from './Pictures.tsx'
import { sendPicture } from './sendPicture.ts'

const refresh = (): void => void schoolReady(true).catch(() => undefined)

/** One picture: its captions, saved when a field loses focus, its position, and a button to remove it. */
const Row = ({ picture, children, onRemove }: { picture: Picture; children: ReactNode; onRemove: () => void }) => {
  const t = useTranslations('pictures')
  const failureText = useFailureText()
  const [captions, changeCaptions] = useChanges({ caption: picture.caption, nativeCaption: picture.nativeCaption })
  const change = useWrite('config-changePicture')
  const save = () => {
    if (captions.caption === picture.caption && captions.nativeCaption === picture.nativeCaption) return
    change.start({ id: picture.id, ...captions }, () => {
      refresh()
      toast(t('saved'))
    })
  }
  const field = (key: 'caption' | 'nativeCaption') => ({
    value: captions[key],
    maxLength: 200,
    onChange: (event: { target: { value: string } }) => changeCaptions({ [key]: event.target.value }),
    onBlur: save,
  })
  return (
    <li className="grid gap-4 border-t border-line py-4 first:border-t-0 sm:grid-cols-[9rem_minmax(0,1fr)_auto]">
      <img
        src={pictureUrl(picture.id)}
        alt={captionOf(useLocale(), picture)}
        width={picture.width}
        height={picture.height}
        className="aspect-3/2 w-full rounded-md bg-sunken object-cover sm:w-36"
      />
      <div className="grid content-start gap-3">
        <Field label={t('caption')} hint={t('captionHint')} optional>
          <Input {...field('caption')} />
        </Field>
        <InChinese text={picture.nativeCaption}>
          <Field label={t('nativeCaption')} optional>
            <Input {...field('nativeCaption')} />
          </Field>
        </InChinese>
        {change.error !== null && (
          <Notice alert tone="danger">
            {failureText(change.error)}
          </Notice>
        )}
      </div>
      <div className="flex items-start gap-1">
        {children}
        <IconButton icon={Trash2} label={t('remove')} onClick={onRemove} />
      </div>
    </li>
  )
}

/** The pictures of the public pages: add, caption, order, remove. */
export const OfficePictures = () => {
  const t = useTranslations('pictures')
  const failureText = useFailureText()
  const pictures = useSchool()?.pictures ?? []
  const chooser = useRef<HTMLInputElement>(null)
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const order = useWrite('config-orderPictures')
  const remove = useWrite('config-removePicture')
  const restore = useWrite('config-restorePicture')
  const isFull = pictures.length >= mostPictures

  const add = async (files: readonly File[]) => {
    setPending(true)
    setFailure(null)
    try {
      for (const file of files) await sendPicture(file)
      toast(t('added', { n: files.length }))
    } catch (error) {
      setFailure(error)
    }
    refresh()
    setPending(false)
  }
  const move = (index: number, by: 1 | -1) => {
    const ids = pictures.map(({ id }) => id)
    const [moved] = ids.splice(index, 1)
    if (moved === undefined) return
    ids.splice(index + by, 0, moved)
    order.start({ ids }, refresh)
  }
  const take = (id: string) =>
    remove.start({ id }, () => {
      refresh()
      toast(t('removed'), () => restore.start({ id }, refresh))
    })
  const error = failure ?? order.error ?? remove.error ?? restore.error
  return (
    <Card title={t('title')}>
      <p className="mb-4 text-sm text-ink-2">{t('lead')}</p>
      {error !== null && (
        <Notice alert tone="danger" className="mb-4">
          {failureText(error)}
        </Notice>
      )}
      {pictures.length === 0 && <Empty>{t('none')}</Empty>}
      <ul>
        {pictures.map((picture, index) => (
          <Row key={picture.id} picture={picture} onRemove={() => take(picture.id)}>
            <IconButton
              icon={ArrowUp}
              label={t('up')}
              disabled={index === 0}
              className="disabled:opacity-40"
              onClick={() => move(index, -1)}
            />
            <IconButton
              icon={ArrowDown}
              label={t('down')}
              disabled={index === pictures.length - 1}
              className="disabled:opacity-40"
              onClick={() => move(index, 1)}
            />
          </Row>
        ))}
      </ul>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={pictureTypes.join(',')}
        aria-label={t('add')}
        tabIndex={-1}
        className="sr-only"
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void add(files)
        }}
      />
      <Button
        icon={ImagePlus}
        pending={pending}
        pendingText={t('adding')}
        disabled={isFull}
        onClick={() => chooser.current?.click()}
        className="mt-4"
      >
        {t('add')}
      </Button>
      {isFull && <p className="mt-2 text-sm text-ink-2">{t('full')}</p>}
    </Card>
  )
}
