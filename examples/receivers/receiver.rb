# Verifies a delivery, its header in SIGNATURE, the signing secret in SECRET: `ruby examples/receivers/receiver.rb < body.json`.
require "json"
require "openssl"

body = $stdin.binmode.read
fields = ENV.fetch("SIGNATURE").split(",").map { |field| field.strip.split("=", 2) }
signed_at = fields.assoc("t")&.last || "0"
expected = OpenSSL::HMAC.hexdigest("SHA256", ENV.fetch("SECRET"), "#{signed_at}.".b + body)
signed = fields.any? { |name, value| name == "v1" && OpenSSL.secure_compare(value, expected) }
recent = (Time.now.to_i - signed_at.to_i).abs <= 300
puts signed && recent ? "verified #{JSON.parse(body)["type"]}" : "refused"
