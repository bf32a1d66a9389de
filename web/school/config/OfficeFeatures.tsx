import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Feature, features } from '#contract/settings.plain.ts'
import { useRead, useWrite } from '#web/wire/call.ts'
import { schoolReady } from '#web/wire/school.ts'
import { useMay } from '#web/session/may.ts'
import { Button } from '#web/ui/Button.tsx'
import { Switch } from '#web/ui/Choice.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Notice } from '#web/ui/States.tsx'
import { useUiText } from '#web/ui/text.tsx'
import { toast } from '#web/ui/Toast.tsx'
import { useFailureText } from '#web/words/failureText.ts'

/** The optional features: a switch each, off until someone turns it on. */
export const OfficeFeatures = () => {
  const t = useTranslations('features')
  const text = useUiText()
  const failureText = useFailureText()
  const may = useMay()
  const { on, going } = useRead('config-features', {})
  const change = useWrite('config-changeFeatures')
  const [leaving, setLeaving] = useState<Feature | null>(null)
  // A switch turns when it is pressed, and turns back if that is refused.
  const [wanted, setWanted] = useState<{ feature: Feature; isOn: boolean } | null>(null)
  const isShownOn = (feature: Feature): boolean =>
    wanted?.feature === feature && change.error === null ? wanted.isOn : on.includes(feature)
  const set = (feature: Feature, isOn: boolean) => {
    if (change.isPending) return
    setWanted({ feature, isOn })
    change.start({ on: features.filter(each => (each === feature ? isOn : isShownOn(each))) }, () => {
      setLeaving(null)
      // Screens show or hide the feature as soon as the school's facts change.
      void schoolReady(true)
      toast(
        isOn
          ? t('switchedOn', { name: t(`name.${feature}`), where: t(`where.${feature}`) })
          : t('switchedOff', { name: t(`name.${feature}`) }),
      )
    })
  }
  const isHeld = (feature: Feature) => feature === 'lotteries' && (going[feature] ?? 0) > 0
  return (
    <div className="grid max-w-160 gap-5">
      <p className="text-ink-2">{t('lead')}</p>
      {change.error !== null && leaving === null && (
        <Notice alert tone="danger">
          {failureText(change.error)}
        </Notice>
      )}
      <Card>
        <div className="-my-2 divide-y divide-line">
          {features.map(feature => {
            const isOn = isShownOn(feature)
            return (
              <Switch
                key={feature}
                label={<span className="font-semibold">{t(`name.${feature}`)}</span>}
                hint={
                  <>
                    {t(`about.${feature}`)} {isOn && t('found', { where: t(`where.${feature}`) })}
                    {isOn && isHeld(feature) && (
                      <span className="block font-medium text-marigold-ink">
                        {t('held', { n: going[feature] ?? 0 })}
                      </span>
                    )}
                  </>
                }
                checked={isOn}
                disabled={may('config-changeFeatures') !== true || (isOn && isHeld(feature))}
                onChange={next => (next ? set(feature, true) : setLeaving(feature))}
              />
            )
          })}
        </div>
      </Card>
      {leaving && (
        <Dialog
          open
          onClose={() => setLeaving(null)}
          title={t('leave', { name: t(`name.${leaving}`) })}
          actions={
            <>
              <Button onClick={() => setLeaving(null)}>{text.cancel}</Button>
              <Button variant="primary" pending={change.isPending} onClick={() => set(leaving, false)}>
                {t('switchOff')}
              </Button>
            </>
          }
        >
          {change.error !== null && (
            <Notice alert tone="danger">
              {failureText(change.error)}
            </Notice>
          )}
          <p>{t(`stays.${leaving}`, { n: going[leaving] ?? 0 })}</p>
          <p className="mt-2 text-ink-2">{t('again')}</p>
        </Dialog>
      )}
    </div>
  )
}
