import CVips

print(vips_version(0))
