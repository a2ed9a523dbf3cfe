# A generic module of the configuration, used twice: once with what only Terraform knows.
module "vpc" {
  source  = "example/vpc/aws"
  version = "5.0.0"
}

module "ingress" {
  source        = "./modules/release"
  name          = "ingress-nginx"
  namespace     = "ingress"
  repository    = "https://kubernetes.github.io/ingress-nginx"
  chart         = "ingress-nginx"
  chart_version = "4.12.1"
  settings = {
    controller = {
      replicaCount = 2
      service      = { loadBalancerSourceRanges = [module.vpc.vpc_cidr_block] }
    }
  }
}

module "autoscaler" {
  source        = "./modules/release"
  name          = "cluster-autoscaler"
  repository    = "https://kubernetes.github.io/autoscaler"
  chart         = "cluster-autoscaler"
  chart_version = "9.46.6"
  has_role      = true
  role_arn      = aws_iam_role.autoscaler.arn
}

resource "aws_iam_role" "autoscaler" {
  name = "autoscaler"
}
