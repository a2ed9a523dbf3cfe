import type { AddOnManifest } from '../../domain/repository/add-on-schema.ts'

const connection = { secret: '${CLUSTER_NAME}-eks-connection' }
const ROLE_PATH = String.raw`serviceAccount.annotations.eks\.amazonaws\.com/role-arn`

/** Karpenter for AWS. Its CRDs are a chart of their own: those in the main chart are installed once and never upgraded. */
export const karpenterAddOn: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'karpenter',
  summary: 'Karpenter, which creates nodes on AWS when pods need them',
  version: '1.14.1',
  namespace: 'karpenter',
  releases: [
    { name: 'karpenter-crd', chart: { url: 'oci://public.ecr.aws/karpenter/karpenter-crd' } },
    {
      name: 'karpenter',
      chart: { url: 'oci://public.ecr.aws/karpenter/karpenter' },
      crds: 'Skip',
      dependsOn: ['karpenter-crd'],
      // It must resolve names before the pods of CoreDNS have a node.
      values: { dnsPolicy: 'Default' },
      handedOver: {
        cluster_name: 'settings.clusterName',
        karpenter_queue: 'settings.interruptionQueue',
        karpenter_role_arn: ROLE_PATH,
      },
    },
  ],
  component: 'karpenter',
  handOver: {
    from: connection,
    to: { secret: 'karpenter-values', namespace: 'flux-system' },
    keys: { cluster_name: {}, karpenter_queue: {}, karpenter_role_arn: { format: 'arn' } },
  },
  proof: {
    preset: 'karpenter',
    with: { helmRelease: { name: 'karpenter', namespace: 'flux-system' } },
  },
  timeout: '15m',
  checks: [
    'Karpenter never runs on its own nodes: a node group with two nodes, or a Fargate profile for the namespaces karpenter and flux-system, must exist first. With one node, set replicas to 1.',
    'On Fargate, set the role with the annotation of the service account (IRSA): Pod Identity does not work there.',
    'A node group with the taint CriticalAddonsOnly needs Flux with --toleration-keys CriticalAddonsOnly.',
    'The role of the nodes has an EKS access entry of type EC2_LINUX, and EC2NodeClass.spec.role is its name, not its ARN.',
    'Subnets and security groups carry the tag karpenter.sh/discovery with the name of the cluster.',
    'The service-linked role spot.amazonaws.com exists in the account if NodePools ask for spot.',
    'karpenter_queue is the name of the SQS queue; without it interruptions are not handled.',
  ],
  sources: [{ url: 'https://karpenter.sh/docs/upgrading/compatibility/', asOf: '2026-08-21' }],
}

/** The AWS Load Balancer Controller. */
export const awsLoadBalancerController: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'aws-load-balancer-controller',
  summary: 'AWS Load Balancer Controller, for Services and Ingresses',
  version: '3.5.0',
  namespace: 'kube-system',
  releases: [
    {
      name: 'aws-load-balancer-controller',
      chart: { url: 'https://aws.github.io/eks-charts', name: 'aws-load-balancer-controller' },
      handedOver: {
        cluster_name: 'clusterName',
        region: 'region',
        vpc_id: 'vpcId',
        load_balancer_role_arn: ROLE_PATH,
      },
    },
  ],
  handOver: {
    from: connection,
    to: { secret: 'aws-load-balancer-controller-values', namespace: 'flux-system' },
    keys: { cluster_name: {}, region: {}, vpc_id: {}, load_balancer_role_arn: { format: 'arn' } },
  },
  proof: { preset: 'aws-load-balancer-controller' },
  sources: [
    {
      url: 'https://github.com/kubernetes-sigs/aws-load-balancer-controller/blob/225f44568848eb25f13e304a5f1cc68c0cd9415d/helm/aws-load-balancer-controller/Chart.yaml',
      asOf: '2026-08-17',
    },
  ],
}

/** ExternalDNS on Route 53. */
export const externalDns: AddOnManifest = {
  apiVersion: 'fitout.dev/v1alpha1',
  kind: 'AddOn',
  name: 'external-dns',
  summary: 'ExternalDNS, for DNS records of Services and Ingresses in Route 53',
  version: '1.21.1',
  namespace: 'external-dns',
  releases: [
    {
      name: 'external-dns',
      chart: { url: 'https://kubernetes-sigs.github.io/external-dns/', name: 'external-dns' },
      values: { provider: { name: 'aws' }, policy: 'upsert-only' },
      handedOver: { cluster_name: 'txtOwnerId', external_dns_role_arn: ROLE_PATH },
    },
  ],
  handOver: {
    from: connection,
    to: { secret: 'external-dns-values', namespace: 'flux-system' },
    keys: { cluster_name: {}, external_dns_role_arn: { format: 'arn' } },
  },
  proof: { preset: 'helm-release', with: { name: 'external-dns', namespace: 'flux-system' } },
  checks: ['Set domainFilters: without it every hosted zone that the role is allowed to change is managed.'],
  sources: [
    {
      url: 'https://github.com/kubernetes-sigs/external-dns/blob/2bf1bf8af2b70f23579f9147c1f7e9394f7f83d5/charts/external-dns/Chart.yaml',
      asOf: '2026-08-22',
    },
  ],
}
