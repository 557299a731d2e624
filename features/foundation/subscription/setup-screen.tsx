import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { countOf, formatMoney } from '#core/format.ts'
import { arePlansSold } from '#web/data/plans-sold.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Panel } from '#web/ui/card.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { creationFailure, setupFailure, setupQuery, useCreateProducts } from './client.ts'
import type { Product } from './contract.ts'
import { PLAN_CURRENCY } from './rules.ts'
import { KeysStep, WebhookStep } from './setup-steps.tsx'

export function SetupScreen() {
  const { data, error, isPending } = useQuery(setupQuery)
  const exist = (data?.products.length ?? 0) > 0
  return (
    <>
      <PageHeader
        title="Stripe Setup"
        description="What Daybook needs to sell its plans."
        actions={arePlansSold() && <ButtonLink to="/pricing">Test Payment Flow</ButtonLink>}
      />
      <div className="flex flex-col gap-6">
        {error && <Alert tone="error" live title={setupFailure(error)} />}
        {isPending ? (
          <Loading>
            <Skeleton className="h-96" />
          </Loading>
        ) : (
          <>
            <Configured products={data?.products ?? []} />
            <ol className="flex flex-col gap-6">
              <Step number={1} title="Configure your Stripe dashboard" isDone={data?.keys_configured}>
                <KeysStep configured={data?.keys_configured} />
              </Step>
              <Step number={2} title="Create products and prices" isDone={exist}>
                <CreateProducts
                  exist={exist}
                  ready={data?.keys_configured ?? false}
                  mayCreate={data?.may_create ?? false}
                />
              </Step>
              <Step number={3} title="Add the webhook endpoint">
                <WebhookStep />
              </Step>
            </ol>
          </>
        )}
      </div>
    </>
  )
}

function Configured({ products }: { products: Product[] }) {
  const some = products.length > 0
  return (
    <Panel
      title="Products"
      actions={
        <Badge tone={some ? 'green' : 'grey'}>
          {some ? `${countOf(products.length, 'product')} configured` : 'Not configured'}
        </Badge>
      }
      flush={some}
    >
      {some ? (
        <ul className="divide-y divide-hairline">
          {products.map(({ stripe_price_id, name, price }) => (
            <li
              key={stripe_price_id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-3"
            >
              <span className="font-medium">{name}</span>
              <span className="tabular-nums">{formatMoney(price, PLAN_CURRENCY)}/month</span>
              <code className="w-full text-meta break-all text-muted">{stripe_price_id}</code>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">No plan can be bought yet. Follow these three steps.</p>
      )}
    </Panel>
  )
}

type StepProps = { number: number; title: string; isDone?: boolean | undefined; children: ReactNode }

function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li>
      <Panel title={`${number}. ${title}`} actions={isDone && <Badge tone="green">Done</Badge>}>
        {children}
      </Panel>
    </li>
  )
}

type CreateProductsProps = { exist: boolean; ready: boolean; mayCreate: boolean }

function CreateProducts({ exist, ready, mayCreate }: CreateProductsProps) {
  const create = useCreateProducts()
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-muted">
        Creates Starter and Professional with their monthly prices in your Stripe account, and the billing
        portal in which customers change or cancel them. It is safe to run again.
      </p>
      {create.isSuccess && (
        <Alert
          tone="success"
          live
          className="w-full"
          title="Stripe products and prices created successfully!"
        />
      )}
      {create.error && <Alert tone="error" live className="w-full" title={creationFailure(create.error)} />}
      {!exist && !create.isSuccess && (
        <Button
          variant="primary"
          pending={create.isPending}
          disabled={!(ready && mayCreate)}
          onClick={() => create.mutate()}
        >
          Create Products and Prices
        </Button>
      )}
      {!exist && !ready && <p className="text-muted">This needs the keys from step 1.</p>}
      {!exist && ready && !mayCreate && (
        <p className="text-muted">
          Only an admin can do this: add your email address to <code>ADMIN_EMAILS</code> and restart Daybook.
        </p>
      )}
    </div>
  )
}
